import { foldForSearch } from '@daybook/contract/folding.data';
import { type Attribute, type Definition, isClaimed } from '../schema/public.ts';
import type { Data, StoredValue } from './rules.ts';

/** Copies of a record's values by which it is filtered, sorted, searched and unique. All of them follow from its data. */

type Comparable = string | number | null;

export interface Columns {
  readonly search: string;
  /** Slot name to value, only those that have one. */
  readonly slots: Readonly<Record<string, Comparable>>;
  /** Attribute id to value, for attributes that have no slot. */
  readonly rest: Readonly<Record<string, Comparable>>;
}

export function toColumns(definition: Definition, id: string, data: Data): Columns {
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
function comparable(attribute: Attribute, value: StoredValue): Comparable {
  if (value === null || attribute.isSystem) return null;
  if (Array.isArray(value)) return attribute.isList ? foldForIndex(String(value[0])) : null;
  switch (attribute.type) {
    case 'text':
      return foldForIndex(value as string);
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

/** As it is searched for, and no longer than an index entry can be. */
export function foldForIndex(text: string): string {
  return cut(foldForSearch(text), 255);
}

function searchText({ slug, isStandard, primaryAttribute }: Definition, id: string, data: Data): string {
  const keys = isStandard ? standardSearch[slug] : undefined;
  const values = keys ? keys.flatMap((key) => data[key] ?? []) : [data[primaryAttribute] ?? []].flat();
  if (!keys && primaryAttribute === 'id') return id;
  return cut(foldForSearch(values.map(String).join(' ')).replaceAll('+', ''), 1000);
}

const standardSearch: Partial<Record<string, readonly string[]>> = {
  people: ['name', 'emails', 'phoneNumber'],
  companies: ['name', 'domain'],
};

/** Never ends with half of a surrogate pair. */
function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
}

/** The key by which a value is unique: two spellings of the same value have the same key. */
export function toUniqueKey(value: string | number): string {
  return String(value).trim().normalize('NFC').toLowerCase();
}

/** A unique value of a record, which no other record of its object may have. */
export interface UniqueKey {
  readonly attributeId: string;
  readonly key: string;
}

/** The unique keys of a record, each once. */
export function listRecordKeys({ attributes }: Definition, data: Data): UniqueKey[] {
  return attributes
    .filter(isClaimed)
    .flatMap(({ id, key }) =>
      listUniqueKeys(data[key] ?? null).map((unique) => ({ attributeId: id, key: unique })),
    );
}

/** The unique keys of one value, which may be a list. */
export function listUniqueKeys(value: StoredValue): string[] {
  const items = [value ?? []].flat() as (string | number)[];
  return [...new Set(items.map(toUniqueKey))];
}

/** One item of a list that can be filtered by: an option or a user. */
export interface PickedItem {
  readonly attributeId: string;
  readonly value: string;
}

/** The items of lists, which have rows of their own so that an index finds them. */
export function listPicks({ attributes }: Definition, data: Data): PickedItem[] {
  return attributes
    .filter(isPicked)
    .flatMap(({ id, key }) =>
      [data[key] ?? []].flat().map((value) => ({ attributeId: id, value: String(value) })),
    );
}

export function isPicked({ type }: Attribute): boolean {
  return type === 'multiselect' || type === 'user';
}
