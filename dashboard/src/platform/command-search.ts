/** Which commands match a text, and in which order. Pure, so that Node can test it. */

export interface Searchable {
  readonly label: string;
  /** The area to which it belongs, by whose name it is found as well. */
  readonly also?: string;
}

/** How well something matches: a match that is `weakest` or better was meant, others are guesses. */
export const ranks = { exact: 9, firstWord: 8, start: 7, word: 6, synonym: 5, inside: 4, area: 3, typo: 1 };
const weakest = ranks.area;

export interface Match<Item> {
  readonly item: Item;
  readonly rank: number;
  /** Not what was typed, but a typing error away from it. */
  readonly isGuess: boolean;
}

/** Items that match a text, the best first, and as they were where they match equally well. */
export function findMatches<Item extends Searchable>(
  items: readonly Item[],
  text: string,
  getSynonyms: (item: Item) => string = () => '',
): readonly Match<Item>[] {
  const wanted = fold(text);
  if (wanted === '') return [];
  return items
    .map((item) => ({ item, rank: rankItem(item, getSynonyms(item), wanted) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .map((match) => ({ ...match, isGuess: match.rank < weakest }));
}

/** Without case and accents. */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** `book` is `Book for someone` before `Booking pages`, and `schedule` is both. */
function rankItem({ label, also = '' }: Searchable, synonyms: string, wanted: string): number {
  const name = fold(label);
  const [words, sought] = [wordsIn(name), wordsIn(wanted)];
  if (name === wanted) return ranks.exact;
  if (name.startsWith(`${wanted} `)) return ranks.firstWord;
  if (name.startsWith(wanted)) return ranks.start;
  if (beginAll(words, sought)) return ranks.word;
  if (beginAll([...words, ...wordsIn(fold(synonyms))], sought)) return ranks.synonym;
  if (wanted.length > 1 && name.includes(wanted)) return ranks.inside;
  if (fold(also).includes(wanted) || beginAll([...words, ...wordsIn(fold(also))], sought)) return ranks.area;
  const isMeant = sought.length > 0 && sought.every((word) => words.some((each) => isNear(each, word)));
  return isMeant ? ranks.typo : 0;
}

function wordsIn(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function beginAll(words: readonly string[], sought: readonly string[]): boolean {
  return sought.length > 0 && sought.every((part) => words.some((word) => word.startsWith(part)));
}

/** Short words have too many neighbors to guess which was meant. */
const minGuessLength = 4;

/** One letter is missing, added, changed or swapped with its neighbor at the beginning of a word. */
function isNear(word: string, typed: string): boolean {
  if (typed.length < minGuessLength) return word.startsWith(typed);
  return [typed.length - 1, typed.length, typed.length + 1].some((length) =>
    hasOneError(word.slice(0, length), typed),
  );
}

function hasOneError(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  // The first letter is rarely wrong, and almost everything has a neighbor that begins otherwise.
  if (at === 0) return false;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return (
    short.slice(at + 1) === long.slice(at + 1) || (isSwapped && short.slice(at + 2) === long.slice(at + 2))
  );
}
