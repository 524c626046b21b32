import { domainToUnicode } from 'node:url';

/** A LIKE pattern for text that contains this, with wildcards escaped. */
export function buildContainsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

const shortWord = 3;
const maxWords = 8;

/**
 * For each word of folded text, LIKE patterns of which one must match: it is contained anywhere, or begins a word if it is too
 * short for a trigram index to find it inside of others.
 */
export function buildWordPatterns(text: string): string[][] {
  const words = [...new Set(text.split(/\s+/).filter(Boolean))].slice(0, maxWords);
  return words.map((word) => {
    const inside = buildContainsPattern(word);
    if ([...word].length >= shortWord) return [inside];
    const start = inside.slice(1);
    return [start, ...[' ', '\n', '@', '.', '-'].map((before) => `%${before}${start}`)];
  });
}

/** A domain in the letters that people read: `xn--mller-kva.example` is `müller.example`. */
export function formatDomain(domain: string): string {
  return domainToUnicode(domain) || domain;
}

/** How a text is encoded, by the mark that it begins with. */
export function detectEncoding(start: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const mark = start.subarray(0, 2).toString('hex');
  return mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
}

/** For regular expressions of PostgreSQL: after a line break or tab that JSON writes as two characters, the second of which is a letter. */
export const afterEscape = String.raw`(?<=\\[nrt])`;
