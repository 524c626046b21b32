import { foldForSearch } from '@daybook/contract/folding.data';
import type { Choice } from './field.tsx';

/** How a list is searched and gone through by keys. Pure, so that Node can test it. */

const pageRows = 8;

/** The option that a key leads to; undefined for other keys. Home and End belong to the text. */
export function moveOption(
  { key }: { readonly key: string },
  active: number,
  count: number,
): number | undefined {
  if (count === 0) return key === 'ArrowDown' || key === 'ArrowUp' ? -1 : undefined;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1;
  if (key === 'PageDown') return Math.min(active + pageRows, count - 1);
  if (key === 'PageUp') return Math.max(active - pageRows, 0);
  return undefined;
}

type Searched = Choice & { readonly detail?: string | undefined };

/** Choices with a word that begins with each typed word come first, then those that contain the text. */
export function searchChoices<Option extends Searched>(choices: readonly Option[], text: string): Option[] {
  const typed = foldForSearch(text.trim());
  if (typed === '') return [...choices];
  const ranked = choices.flatMap((choice) => {
    const searched = foldForSearch(`${choice.label} ${choice.detail ?? ''} ${choice.value}`);
    if (isBegun(searched, typed)) return [{ choice, rank: searched.startsWith(typed) ? 0 : 1 }];
    return searched.includes(typed) ? [{ choice, rank: 2 }] : [];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ choice }) => choice);
}

function isBegun(searched: string, typed: string): boolean {
  const names = searched.split(/[\s,()/@._-]+/);
  return typed.split(/\s+/).every((part) => names.some((name) => name.startsWith(part)));
}

export function isSameText(typed: string, text: string): boolean {
  return foldForSearch(typed.trim()) === foldForSearch(text);
}
