import type { Choice } from '../kit/field.tsx';
import { languages } from '../platform/words/languages.ts';

const choices: readonly Choice[] = Object.entries(languages).map(([value, label]) => ({ value, label }));

/** With the current one, which may be a variety such as `pt-BR`, so that saving does not change it. */
export function listLanguageChoices(current: string): readonly Choice[] {
  return current in languages ? choices : [{ value: current, label: current }, ...choices];
}
