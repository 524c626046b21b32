import {
  optionTypes,
  uniqueTypes,
  type attributeChanges,
  type objectChanges,
} from '@daybook/contract/crm-objects';
import type { z } from 'zod';
import type { FieldErrors } from '../../platform/problems.ts';
import { fold } from '@daybook/contract/folding.data';
import type { Attribute, AttributeType, Definition } from './definition.ts';

/** Slugs that have another meaning in the path of a route, or may get one. */
const reservedSlugs = new Set(
  `people companies objects records notes users teams tasks events attributes search import export
  changes imports merges`.split(/\s+/),
);

export function isReservedSlug(slug: string): boolean {
  return reservedSlugs.has(slug);
}

/** Keys that have another meaning in a filter, in the shape of a person or company, or in JavaScript. */
const reservedKeys = new Set(
  `id created_at updated_at and or not constructor socials company_id custom_attributes object_slug attributes`.split(
    /\s+/,
  ),
);

/** The label in snake case: the first of `key`, `key_2`, `key_3` that is not in use. */
export function createKey(label: string, used: ReadonlySet<string>): string {
  const words = fold(label).match(/[a-z0-9]+/g) ?? ['attribute'];
  const key = words.join('_').slice(0, 60).replace(/_$/, '');
  const isFree = (candidate: string) => !used.has(candidate) && !reservedKeys.has(candidate);
  if (isFree(key)) return key;
  let number = 2;
  while (!isFree(`${key}_${number}`)) number += 1;
  return `${key}_${number}`;
}

/** Keys that a new attribute can't have: also those that the caller may not see, and those of deleted attributes. */
export function listUsedKeys({ byKey, hiddenKeys, former }: Definition): Set<string> {
  return new Set([...byKey.keys(), ...hiddenKeys, ...former.keys()]);
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

/** An indexed column that no attribute of the object uses, and no record still has a value in; null when all are in use. */
export function findFreeSlot(type: AttributeType, { attributes, former }: Definition): string | null {
  const [letter, count] = slotKinds[type] ?? ['', 0];
  const used = new Set([...attributes, ...former.values()].map(({ slot }) => slot));
  const names = Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
  return names.find((name) => !used.has(name)) ?? null;
}

export function validateObjectChanges(
  definition: Definition,
  { primaryAttribute: key }: z.output<typeof objectChanges>,
): FieldErrors {
  const why = key === undefined ? undefined : findPrimaryProblem(definition, key);
  return why ? { primaryAttribute: [why] } : {};
}

function findPrimaryProblem({ byKey }: Definition, key: string): string | undefined {
  const attribute = byKey.get(key);
  if (!attribute) return `Unknown attribute ${key}.`;
  if (attribute.key === 'id') return undefined;
  if (!uniqueTypes.includes(attribute.type) || attribute.isSystem) {
    return 'The record name must be a text, phone number or number attribute, or the id.';
  }
  return attribute.isArchived ? 'This attribute is archived.' : undefined;
}

export function validateAttributeChanges(
  attribute: Attribute,
  body: z.output<typeof attributeChanges>,
): FieldErrors {
  const errors: FieldErrors = validateOptions(attribute, body.options ?? []);
  const { type } = attribute;
  if (body.isUnique === true && !uniqueTypes.includes(type)) {
    errors['isUnique'] = ['Only text, phone_number and number attributes can be unique.'];
  }
  if (body.options && !optionTypes.includes(type)) {
    errors['options'] = ['Only select, multiselect and status attributes have options.'];
  }
  if (body.relatedObjectLabel !== undefined && type !== 'relation') {
    errors['relatedObjectLabel'] = ['Only relations have a label on the other side.'];
  }
  for (const field of ['currencyDisplay', 'currencyDecimal', 'currencyGrouping'] as const) {
    if (body[field] !== undefined && type !== 'currency') {
      errors[field] = ['Only currency attributes have this.'];
    }
  }
  return errors;
}

function validateOptions(
  attribute: Attribute,
  options: readonly { readonly id?: number | undefined }[],
): FieldErrors {
  const errors: FieldErrors = {};
  const known = new Set(attribute.options.map(({ id }) => id));
  const seen = new Set<number>();
  for (const [index, { id }] of options.entries()) {
    if (id === undefined) continue;
    if (!known.has(id)) errors[`options.${index}.id`] = ['No option of this attribute has this id.'];
    else if (seen.has(id)) errors[`options.${index}.id`] = ['This option is already in the list.'];
    seen.add(id);
  }
  return errors;
}

/** The name that was probably meant: the one with the smallest edit distance. */
export function findNearest(name: string, names: Iterable<string>): string | undefined {
  const given = name.toLowerCase().slice(0, 80);
  let best: { name: string; distance: number } | undefined;
  for (const candidate of names) {
    const distance = distanceBetween(given, candidate.toLowerCase());
    if (!best || distance < best.distance) best = { name: candidate, distance };
  }
  return best?.name;
}

/** The Levenshtein distance. */
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
