import { findMatches, ranks } from '../platform/command-search.ts';
import type { Guide } from './guides.ts';
import { listScreens } from './rules.ts';

/** A guide, or a part of one, that a text finds. */
export interface FoundGuide {
  readonly path: string;
  readonly label: string;
  /** The guide to which a part belongs. */
  readonly detail: string;
}

const minLength = 2;
const maxFound = 5;
const maxOfGuide = 2;

/**
 * Guides are in English. `getNames` gives what the reader's language calls a screen, so that guides are found by those names
 * as well. Whole guides come before parts of others.
 */
export function findGuides(
  guides: readonly Guide[],
  text: string,
  getNames: (path: string) => string,
): readonly FoundGuide[] {
  if (text.trim().length < minLength) return [];
  const pages = guides.map(({ path, title }) => ({ path, guide: path, label: title, detail: '' }));
  const parts = guides.flatMap(({ path, title, parts: all }) =>
    all.map(([heading, id]) => ({ path: `${path}#${id}`, guide: path, label: heading, detail: title })),
  );
  const matches = [
    ...findMatches(pages, text, ({ guide }) => listScreens(guide).map(getNames).join(' ')),
    ...findMatches(parts, text).filter(({ rank }) => rank >= ranks.word),
  ].filter(({ isGuess }) => !isGuess);
  const counts = new Map<string, number>();
  return matches
    .map(({ item }) => item)
    .filter(({ guide }) => {
      counts.set(guide, (counts.get(guide) ?? 0) + 1);
      return (counts.get(guide) ?? 0) <= maxOfGuide;
    })
    .slice(0, maxFound)
    .map(({ path, label, detail }) => ({ path, label, detail }));
}
