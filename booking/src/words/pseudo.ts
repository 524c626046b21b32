import type { Words } from './words.ts';
import { en } from './en.ts';

/**
 * English written from right to left, as `ar-XB`: shows what breaks in such a script before anyone translates into one.
 * The override marks turn the letters around; what is filled in keeps its own direction.
 */
export const pseudo: Words = turned(en) as Words;

function turned(value: unknown): unknown {
  if (typeof value === 'string') return `\u202E${value}\u202C`;
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, key === 'plural' ? part : turned(part)]),
  );
}
