import type { Words } from './words.ts';
import { en } from './en.ts';

/**
 * `ar-XB`: English written from right to left, to test the layout without a translation. Unicode override marks reverse
 * the letters; interpolated values keep their own direction.
 */
export const pseudo: Words = reverseTexts(en) as Words;

export function reverseTexts(value: unknown): unknown {
  if (typeof value === 'string') return `\u202E${value}\u202C`;
  if (Array.isArray(value)) return value.map(reverseTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, key === 'plural' ? part : reverseTexts(part)]),
  );
}
