import type { Choice } from '../kit/field.tsx';

/** The languages of pages, mail and dashboard, each by its own name. */
const languages: readonly Choice[] = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
  { value: 'fr', label: 'Français' },
  { value: 'es', label: 'Español' },
  { value: 'pt', label: 'Português' },
  { value: 'ar', label: 'العربية' },
];

/** With the current one, which may be a variety such as `pt-BR`, so that saving does not change it. */
export function languageChoices(current: string): readonly Choice[] {
  return languages.some(({ value }) => value === current)
    ? languages
    : [{ value: current, label: current }, ...languages];
}
