import { fold } from '../../platform/text.ts';
import type { Attribute, AttributeType, Definition } from './definitions.ts';

/** Slugs that stand for something else in an address, now or by plan. */
const reservedSlugs = new Set(
  `people companies objects records notes users teams tasks events attributes search import export
  changes imports merges`.split(/\s+/),
);

export function isReservedSlug(slug: string): boolean {
  return reservedSlugs.has(slug);
}

/** Keys with a meaning of their own: in a filter, in the shapes of people and companies, or to JavaScript. */
const reservedKeys = new Set(
  `id created_at updated_at and or not constructor socials company_id custom_attributes object_slug attributes`.split(
    /\s+/,
  ),
);

/** Snake case of the label, and the first of `key`, `key_2`, `key_3` that is free. */
export function keyFrom(label: string, taken: ReadonlyMap<string, unknown>): string {
  const words = fold(label).match(/[a-z0-9]+/g) ?? ['attribute'];
  const key = words.join('_').slice(0, 60).replace(/_$/, '');
  const isFree = (candidate: string) => !taken.has(candidate) && !reservedKeys.has(candidate);
  if (isFree(key)) return key;
  let number = 2;
  while (!isFree(`${key}_${number}`)) number += 1;
  return `${key}_${number}`;
}

const slotKinds: Partial<Record<AttributeType, readonly [letter: string, count: number]>> = {
  text: ['t', 8],
  phone_number: ['t', 8],
  number: ['n', 8],
  currency: ['n', 8],
  rating: ['n', 8],
  checkbox: ['n', 8],
  select: ['n', 8],
  status: ['n', 8],
  date: ['d', 4],
  datetime: ['d', 4],
};

/** A column to filter and sort by that no attribute of the object has; null when there is none left. */
export function freeSlot(type: AttributeType, attributes: readonly Attribute[]): string | null {
  const [letter, count] = slotKinds[type] ?? ['', 0];
  const used = new Set(attributes.map(({ slot }) => slot));
  const names = Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
  return names.find((name) => !used.has(name)) ?? null;
}

/** Whether records can be named by this attribute: by what can be read in one line. */
export function whyNotPrimary({ byKey }: Definition, key: string): string | undefined {
  const attribute = byKey.get(key);
  if (!attribute) return `There is no attribute ${key}.`;
  const names: readonly AttributeType[] = ['text', 'phone_number', 'number'];
  if (attribute.key === 'id') return undefined;
  if (!names.includes(attribute.type) || attribute.isSystem) {
    return 'Records can be named by a text, phone number or number attribute, or by id.';
  }
  return attribute.isArchived ? 'This attribute is archived.' : undefined;
}

/** The name that was probably meant: the one that takes the fewest changes, if that is few. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase().slice(0, 80);
  let best: { name: string; distance: number } | undefined;
  for (const candidate of names) {
    const distance = distanceBetween(wanted, candidate.toLowerCase());
    if (!best || distance < best.distance) best = { name: candidate, distance };
  }
  return best?.name;
}

/** How many letters must be changed, added or left out to make one of the other. */
function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
