import { domainToUnicode } from 'node:url';

/** Normalizes text for search and comparison: without accents, in lower case. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
}

const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** Folded, and with the letters that have no accent to remove written as people type them. */
export function foldForSearch(text: string): string {
  return fold(text).replaceAll(/[øłđðħıŧŋĸæœþ]/g, (letter) => letters[letter] ?? letter);
}

/** A LIKE pattern for text that contains this, with wildcards escaped. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

const shortWord = 3;
const maxWords = 8;

/**
 * For each word of folded text, LIKE patterns of which one must match: it is contained anywhere, or begins a word if it is too
 * short for a trigram index to find it inside of others.
 */
export function wordPatterns(text: string): string[][] {
  const words = [...new Set(text.split(/\s+/).filter(Boolean))].slice(0, maxWords);
  return words.map((word) => {
    const inside = containing(word);
    if ([...word].length >= shortWord) return [inside];
    const start = inside.slice(1);
    return [start, ...[' ', '\n', '@', '.', '-'].map((before) => `%${before}${start}`)];
  });
}

/** A domain in the letters that people read: `xn--mller-kva.example` is `müller.example`. */
export function readableDomain(domain: string): string {
  return domainToUnicode(domain) || domain;
}
