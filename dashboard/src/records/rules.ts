import type { Result } from '@daybook/client';
import { getTraits } from './standard-objects.ts';

/** Records in one shape, whatever their object. Pure, so that Node can test it. */

export type CrmObject = Result<'listObjects'>['items'][number];
export type Attribute = CrmObject['attributes'][number];
export type AttributeType = Attribute['type'];
type Person = Result<'readPerson'>;
type Company = Result<'readCompany'>;
type Plain = Result<'readRecord'>;

/** By key. A link is a record as well, with the values that it came with. */
export interface CrmRecord {
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** `path, operator, value`: a path is a key, or leads through a relation. */
export type Filter = readonly [path: string, op: string, value: FilterValue];
export type FilterValue = string | number | boolean | readonly string[];

/** What a list asks for. */
export interface Listing {
  readonly q?: string | undefined;
  readonly filter: readonly Filter[];
  /** Joined with the others, where a view has one that is no list of conditions. */
  readonly nested?: unknown;
  readonly sort: readonly string[];
  /** The keys that are shown; all of them unless said. */
  readonly fields?: readonly string[];
}

export function toRecord({ id, attributes, createdAt, updatedAt }: Plain): CrmRecord {
  const values = Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [key, Array.isArray(value) ? value.map(linked) : value]),
  );
  return { id, values: { ...values, id, created_at: createdAt, updated_at: updatedAt } };
}

function linked(item: unknown): unknown {
  const isRecord = typeof item === 'object' && item !== null && 'attributes' in item;
  return isRecord ? toRecord(item as Plain) : item;
}

export function toPersonRecord(person: Person): CrmRecord {
  const { socials, customAttributes, company, createdAt, updatedAt, ...own } = person;
  const name = [person.firstName, person.lastName].filter(Boolean).join(' ') || null;
  const companies = company
    ? [{ id: company.id, values: { name: company.name, domain: company.domain } }]
    : [];
  return {
    id: person.id,
    values: {
      ...customAttributes,
      ...own,
      ...socials,
      name,
      company: companies,
      created_at: createdAt,
      updated_at: updatedAt,
    },
  };
}

export function toCompanyRecord(company: Company): CrmRecord {
  const { socials, customAttributes, createdAt, updatedAt, ...own } = company;
  return {
    id: company.id,
    values: { ...customAttributes, ...own, ...socials, created_at: createdAt, updated_at: updatedAt },
  };
}

export function findAttribute({ attributes }: CrmObject, key: string): Attribute | undefined {
  return attributes.find((attribute) => attribute.key === key);
}

const systemKeys = ['id', 'created_at', 'updated_at'];

/** What can be shown, in the order of the object; the dates of the record itself come last. */
export function listShownAttributes(object: CrmObject): Attribute[] {
  const { hiddenKeys } = getTraits(object);
  const shown = object.attributes.filter(
    ({ key, isArchived }) => !isArchived && key !== 'id' && !hiddenKeys.includes(key),
  );
  const isSystem = ({ key }: Attribute): number => Number(systemKeys.includes(key));
  return shown.sort((a, b) => isSystem(a) - isSystem(b));
}

/** Dates of the record itself are written by the server, and the name of a person follows from its parts. */
export function isEditable(object: CrmObject, { key }: Attribute): boolean {
  return !systemKeys.includes(key) && !getTraits(object).derivedKeys.includes(key);
}

/** Relations that come with the records of the other side. */
export function listExpandedKeys(object: CrmObject, fields?: readonly string[]): string[] {
  return listShownAttributes(object)
    .filter(({ key, type }) => type === 'relation' && (fields?.includes(key) ?? true))
    .map(({ key }) => key);
}

/** The name of a record, or undefined if it has none. */
export function findRecordName(object: CrmObject | undefined, { values }: CrmRecord): string | undefined {
  const value = object ? values[object.primaryAttribute] : values['name'];
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const [address] = Array.isArray(values['emails']) ? (values['emails'] as string[]) : [];
  return address ?? (typeof values['domain'] === 'string' ? values['domain'] : undefined);
}

type Values = Readonly<Record<string, unknown>>;

/** Values as every object takes them: links by their ids. */
export function toPlainValues(object: CrmObject, values: Values): Record<string, unknown> {
  const entries = Object.entries(values).map(([key, value]) => [
    key,
    findAttribute(object, key)?.type === 'relation' ? listIds(value) : value,
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** The same for the routes of one record: a person has one company, under a name of its own. */
export function toWireValues(object: CrmObject, values: Values): Record<string, unknown> {
  const { wireNames } = getTraits(object);
  const entries = Object.entries(toPlainValues(object, values)).map(([key, value]) => {
    const name = wireNames[key];
    return name === undefined ? [key, value] : [name, (value as string[])[0] ?? null];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

export function listIds(value: unknown): string[] {
  return Array.isArray(value)
    ? value.map((item: string | { id: string }) => (typeof item === 'string' ? item : item.id))
    : [];
}

/** Whether two values are the same for readers. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(comparable(a)) === JSON.stringify(comparable(b));
}

function comparable(value: unknown): unknown {
  if (value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.map(comparable);
  const isKnown = typeof value === 'object' && value !== null && 'id' in value;
  return isKnown ? value.id : value;
}

const usualColumns = 8;

/** The columns of a list that nobody has chosen any for: the name first, then as the object has them. */
export function listDefaultColumns(object: CrmObject): string[] {
  const shown = listShownAttributes(object);
  const named = getTraits(object).columnKeys;
  const own = shown.filter(({ isStandard }) => !isStandard).map(({ key }) => key);
  if (named) return [...named.slice(0, -1), ...own, ...named.slice(-1)].slice(0, usualColumns);
  const rest = own.filter((key) => key !== object.primaryAttribute);
  return [object.primaryAttribute, ...rest]
    .slice(0, usualColumns)
    .filter((key) => key !== 'id' || own.length === 0);
}

const widths: Readonly<Partial<Record<AttributeType, number>>> = {
  number: 116,
  currency: 124,
  rating: 112,
  checkbox: 100,
  date: 128,
  datetime: 156,
  select: 152,
  status: 152,
};

export function getColumnWidth(object: CrmObject, attribute: Attribute): number {
  if (attribute.key === object.primaryAttribute) return 228;
  return widths[attribute.type] ?? 190;
}

/** Lists can't be sorted by. */
export function isSortable({ type, isMultiple }: Attribute): boolean {
  return !['relation', 'user', 'multiselect'].includes(type) && isMultiple !== true;
}

export function isNumeric({ type }: Attribute): boolean {
  return type === 'number' || type === 'currency';
}

/** What the query string of a list says for each filter; the same field and operator twice is a list. */
export function toFilterParams(filter: readonly Filter[]): Record<string, string | string[]> {
  const params: Record<string, string | string[]> = {};
  for (const [path, op, value] of filter) {
    params[`filter[${path}][${op}]`] = Array.isArray(value) ? value.map(quoted).join(',') : String(value);
  }
  return params;
}

const quoted = (item: string): string => (/[",]/.test(item) ? `"${item.replaceAll('"', '""')}"` : item);

/** The same as the body of a query takes it. */
export function toFilterBody(filter: readonly Filter[]): { and: Record<string, unknown>[] } | null {
  if (filter.length === 0) return null;
  return { and: filter.map(([path, op, value]) => ({ [path]: { [op]: value } })) };
}

/** All that a list is narrowed by, as the body of a query takes it. */
export function buildListingFilter({ filter, nested }: Listing): Record<string, unknown> | null {
  const plain = toFilterBody(filter);
  if (nested === undefined) return plain;
  return { and: [nested, ...(plain?.and ?? [])] };
}

/** The chips of a stored filter; undefined for one that is no plain list of conditions. */
export function parseFilterBody(body: unknown): Filter[] | undefined {
  if (body === null || body === undefined) return [];
  if (typeof body !== 'object' || Array.isArray(body)) return undefined;
  const filters: Filter[] = [];
  for (const [key, value] of Object.entries(body)) {
    if (key === 'or' || key === 'not') return undefined;
    const found = key === 'and' ? joined(value) : conditionsOn(key, value);
    if (!found) return undefined;
    filters.push(...found);
  }
  return filters;
}

function joined(parts: unknown): Filter[] | undefined {
  if (!Array.isArray(parts)) return undefined;
  const filters = parts.map(parseFilterBody);
  return filters.includes(undefined) ? undefined : filters.flatMap((each) => each ?? []);
}

function conditionsOn(path: string, value: unknown): Filter[] | undefined {
  if (value === null) return [[path, 'empty', true]];
  if (Array.isArray(value)) return [[path, 'in', value.map(String)]];
  if (typeof value !== 'object') return [[path, 'eq', value as FilterValue]];
  if ('id' in value) return 'value' in value ? [[path, 'eq', String(value.value)]] : undefined;
  return Object.entries(value).map(([op, given]) => [path, op, given as FilterValue]);
}
