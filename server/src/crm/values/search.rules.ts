import { foldForSearch } from '@daybook/contract/folding.data';
import { buildContainsPattern, buildWordPatterns } from '../../platform/text.ts';

/** The text by which a record is searched, and what a search looks for in it. */

/** Variants of words of LIKE patterns: of one variant every word must be there, in any order and in one of its patterns. */
export type SearchPatterns = readonly (readonly (readonly string[])[])[];

const maxWords = 8;

/** For a search over all objects at once, in which short words must begin a word. Undefined when there is nothing to look for. */
export function buildGlobalPatterns(text: string): SearchPatterns | undefined {
  const folded = foldForSearch(text).replaceAll('+', ' ');
  const variants = [buildWordPatterns(folded), buildWordPatterns(withPhones(foldForSearch(text)))];
  const [first = [], second] = variants;
  if (first.length === 0) return undefined;
  return JSON.stringify(first) === JSON.stringify(second) ? [first] : variants;
}

/** Variants of the words that a search looks for: as they were typed, and with phone numbers as one word each. */
export function splitSearchWords(text: string | undefined): string[][] {
  const folded = foldForSearch(text ?? '').trim();
  const variants = [wordsIn(folded), wordsIn(withPhones(folded))].filter((words) => words.length > 0);
  const [first, second] = variants;
  return JSON.stringify(first) === JSON.stringify(second) ? variants.slice(0, 1) : variants;
}

/** Patterns for these words; those that are `misspelt` may have one typo. */
export function buildSearchPatterns(
  variants: readonly (readonly string[])[],
  misspelt: ReadonlySet<string> = new Set(),
): SearchPatterns {
  return variants.map((words) =>
    words.map((word) => [buildContainsPattern(word), ...(misspelt.has(word) ? typosOf(word) : [])]),
  );
}

/** A plus is not part of search texts. */
function wordsIn(text: string): string[] {
  const words = text.replaceAll('+', '').split(/\s+/).filter(Boolean);
  return [...new Set(words)].slice(0, maxWords);
}

/** Phone numbers as one word of digits. The zeros before them are not part of a number in international form. */
function withPhones(text: string): string {
  return text.replaceAll(/\+?\(?\d[\d\s()./-]{2,}\d/g, (run) => {
    const digits = run.replaceAll(/\D/g, '').replace(/^0+/, '');
    return digits.length >= 4 ? ` ${digits} ` : run;
  });
}

const minTypoLength = 4;
const maxTypoLength = 20;

/** Patterns for a word with one letter wrong, missing, too many or in the place of its neighbour. */
function typosOf(word: string): string[] {
  const characters = [...word];
  if (characters.length < minTypoLength || characters.length > maxTypoLength || /\d/.test(word)) return [];
  const patterns = new Set<string>();
  const add = (before: string[], middle: string, after: string[]) =>
    patterns.add(`%${escaped(before)}${middle}${escaped(after)}%`);
  for (let place = 0; place < characters.length; place += 1) {
    const [before, after] = [characters.slice(0, place), characters.slice(place + 1)];
    const own = characters[place] ?? '';
    add(before, '_', after);
    add(before, '', after);
    add(before, '_', [own, ...after]);
    const [next, ...rest] = after;
    if (next !== undefined) add(before, escaped([next, own]), rest);
  }
  return [...patterns];
}

const escaped = (characters: readonly string[]): string => characters.join('').replaceAll(/[\\%_]/g, '\\$&');
