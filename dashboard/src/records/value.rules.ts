import type { Attribute } from './rules.ts';

/** What is wrong with a value that was typed. Pure, so that Node can test it. */

export type ValueFault = 'required' | 'number' | 'rating' | 'email' | 'url' | 'phone';

/** Known before it is sent. Whatever the server accepts is right here, too. */
export function findValueFault(
  { type, validation, isRequired }: Attribute,
  value: unknown,
): ValueFault | undefined {
  const items = [value].flat().filter((item) => item !== null && item !== undefined && item !== '');
  if (items.length === 0) return isRequired ? 'required' : undefined;
  if (type === 'number' || type === 'currency') return items.every(Number.isFinite) ? undefined : 'number';
  if (type === 'rating') return items.every(isRating) ? undefined : 'rating';
  if (type === 'phone_number') return items.every(isPhone) ? undefined : 'phone';
  if (validation === 'email') return items.every(isEmail) ? undefined : 'email';
  if (validation === 'url') return items.every(isUrl) ? undefined : 'url';
  return undefined;
}

const maxStars = 5;

const isRating = (item: unknown): boolean =>
  Number.isInteger(item) && Number(item) >= 0 && Number(item) <= maxStars;
const isPhone = (item: unknown): boolean =>
  /^\+[1-9]\d{5,14}$/.test(String(item).replaceAll(/[\s().\u00A0/-]/g, ''));
const isEmail = (item: unknown): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(String(item));
const isUrl = (item: unknown): boolean => /^https?:\/\/./i.test(String(item));

/** A refusal of the server by the name that the reader knows: `phoneNumber must be ...` is about the phone number. */
export function formatRefusal({ key, label }: Pick<Attribute, 'key' | 'label'>, sentence: string): string {
  const begin = `${key} `;
  if (!sentence.startsWith(begin)) return sentence;
  return `${label} ${sentence.slice(begin.length).replace(/^must be a list in which item \d+ /, '')}`;
}
