import { fold } from '../../platform/text.ts';
import type { Attribute, Definition } from '../schema/public.ts';
import type { Stored } from './values.rules.ts';

/** The copies of a record's values by which it is filtered, sorted and found: all of them follow from its data. */

export type Data = Readonly<Record<string, Stored>>;
export type Comparable = string | number | null;

export interface Columns {
  readonly search: string;
  /** Slot name to value, only those that have one. */
  readonly slots: Readonly<Record<string, Comparable>>;
  /** Attribute id to value, for attributes that have no slot. */
  readonly rest: Readonly<Record<string, Comparable>>;
}

export function columnsOf(definition: Definition, id: string, data: Data): Columns {
  const slots: Record<string, Comparable> = {};
  const rest: Record<string, Comparable> = {};
  for (const attribute of definition.attributes) {
    const value = comparable(attribute, data[attribute.key] ?? null);
    if (value === null) continue;
    if (attribute.slot) slots[attribute.slot] = value;
    else rest[attribute.id] = value;
  }
  return { search: searchText(definition, id, data), slots, rest };
}

/** What a value is compared by: text without case and accents, dates as instants, options by id. */
export function comparable(attribute: Attribute, value: Stored): Comparable {
  if (value === null || attribute.isSystem) return null;
  if (Array.isArray(value)) return attribute.isList ? folded(String(value[0])) : null;
  switch (attribute.type) {
    case 'text':
      return folded(value as string);
    case 'phone_number':
    case 'datetime':
      return value as string;
    case 'date':
      return `${value as string}T00:00:00.000000Z`;
    case 'checkbox':
      return value === true ? 1 : 0;
    default:
      return value as number;
  }
}

/** At most as long as an index entry can be. */
export function folded(text: string): string {
  return cut(fold(text), 255);
}

function searchText({ slug, isStandard, primaryAttribute }: Definition, id: string, data: Data): string {
  const keys = isStandard ? standardSearch[slug] : undefined;
  const values = keys ? keys.flatMap((key) => data[key] ?? []) : [data[primaryAttribute] ?? []].flat();
  if (!keys && primaryAttribute === 'id') return id;
  return cut(fold(values.map(String).join(' ')).replaceAll('+', ''), 1000);
}

const standardSearch: Partial<Record<string, readonly string[]>> = {
  people: ['name', 'emails', 'phoneNumber'],
  companies: ['name', 'domain'],
};

/** Without leaving half of a character at the end. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}

/** A value as the one key by which it is unique, however it was written. */
export function uniqueKey(value: string | number): string {
  return String(value).trim().normalize('NFC').toLowerCase();
}

/** All keys that a record claims: attribute id and normalised value. */
export function keysOf({ attributes }: Definition, data: Data): { attributeId: string; key: string }[] {
  return attributes
    .filter(({ isUnique, isSystem }) => isUnique && !isSystem)
    .flatMap(({ id, key }) =>
      [data[key] ?? []]
        .flat()
        .map((value) => ({ attributeId: id, key: uniqueKey(value as string | number) })),
    );
}

/** All values of lists that can be asked for one by one: attribute id and option or member. */
export function picksOf({ attributes }: Definition, data: Data): { attributeId: string; value: string }[] {
  return attributes
    .filter(({ type }) => type === 'multiselect' || type === 'user')
    .flatMap(({ id, key }) =>
      [data[key] ?? []].flat().map((value) => ({ attributeId: id, value: String(value) })),
    );
}
