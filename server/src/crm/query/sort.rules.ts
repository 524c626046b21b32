import type { Definition } from '../schema/public.ts';
import { uuidPattern } from '../values/public.ts';
import { resolveField, QueryError, type Field, type FilterInput } from './filter.rules.ts';

export interface SortTerm {
  readonly key: string;
  readonly field: Field;
  readonly descending: boolean;
}

const maxTerms = 5;

/** Parses `key,-key2`. Lists can't be sorted by. */
export function parseSort(definition: Definition, sort: string | readonly string[] | undefined): SortTerm[] {
  const names = (typeof sort === 'string' ? sort.split(',') : [...(sort ?? [])])
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length > maxTerms) throw new QueryError('sort', `Must have at most ${maxTerms} keys.`);
  return names.map((name) => {
    const key = name.replace(/^[-+]/, '');
    const named = resolveField(definition, key, 'sort');
    // Ids are ordered by the time of creation, and have an index.
    const field: Field = key === 'created_at' ? { kind: 'column', column: 'id' } : named;
    const type = field.kind === 'attribute' ? field.attribute.type : undefined;
    if (type === 'relation' || type === 'user' || type === 'multiselect') {
      throw new QueryError('sort', `You can’t sort by ${key}, because it is a list.`);
    }
    return { key, field, descending: name.startsWith('-') };
  });
}

/** Those of the keys that can still be sorted by. */
export function filterUsableSort(definition: Definition, sort: readonly string[]): string[] {
  return sort.filter((name) => {
    try {
      return parseSort(definition, [name]).length > 0;
    } catch (error) {
      if (error instanceof QueryError) return false;
      throw error;
    }
  });
}

/** A place in a sorted list: the sort values and the id of the last item before it. */
export interface Place {
  readonly values: readonly (string | number | null)[];
  readonly id: string;
  /** The total that the first page counted, so that the next pages need not count again. */
  readonly total: number | null;
}

/** The same text for a filter on an object as it was sent, whatever the order of its parts. */
export function formatFilter(
  { id }: Definition,
  filter: FilterInput | undefined,
  search: string | undefined,
): string {
  return JSON.stringify([id, filter && sorted(filter), search]);
}

function sorted(filter: FilterInput): unknown {
  if (filter.kind === 'not') return ['not', sorted(filter.part)];
  if (filter.kind === 'leaf') return [filter.path, filter.op, filter.value];
  const texts = filter.parts.map((part) => JSON.stringify(sorted(part)));
  return [filter.kind, ...texts.toSorted()];
}

export function encodeCursor(terms: readonly SortTerm[], of: string, place: Place): string {
  const { values, id, total } = place;
  return toText([nameOf(terms), of, values, id, total]);
}

/** Throws unless the text is a cursor of a list with this filter and in this order. */
export function decodeCursor(terms: readonly SortTerm[], of: string, cursor: string): Place {
  const wrong = new QueryError('cursor', 'This cursor isn’t valid for this list. Start without a cursor.');
  const parsed = fromText(cursor);
  if (!Array.isArray(parsed) || parsed.length !== 5) throw wrong;
  const [order, filter, values, id, total] = parsed as unknown[];
  if (order !== nameOf(terms) || filter !== of) {
    throw new QueryError(
      'cursor',
      'This cursor belongs to a list with another object, filter or sort order. Start without a cursor.',
    );
  }
  const areValues =
    Array.isArray(values) &&
    values.length === terms.length &&
    values.every((value, index) => isValueOf(terms[index]?.field, value));
  const isTotal = total === null || (Number.isSafeInteger(total) && (total as number) >= 0);
  if (!areValues || !isTotal || typeof id !== 'string' || !uuidPattern.test(id)) throw wrong;
  return { values: values as Place['values'], id, total: total as number | null };
}

function nameOf(terms: readonly SortTerm[]): string {
  return terms.map(({ key, descending }) => `${descending ? '-' : ''}${key}`).join(',');
}

function isValueOf(field: Field | undefined, value: unknown): boolean {
  if (value === null) return true;
  switch (field && getComparedType(field)) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'instant':
      return (
        typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(value) && isReal(value)
      );
    case 'uuid':
      return typeof value === 'string' && uuidPattern.test(value);
    default:
      return typeof value === 'string' && !value.includes('\0');
  }
}

function isReal(instant: string): boolean {
  return !Number.isNaN(Date.parse(instant));
}

/** The type by which a field is compared. */
export function getComparedType(field: Field): 'text' | 'number' | 'instant' | 'uuid' {
  if (field.kind === 'fact') return field.fact.endsWith('At') ? 'instant' : 'number';
  if (field.kind === 'column') return field.column === 'id' ? 'uuid' : 'instant';
  switch (field.attribute.type) {
    case 'text':
    case 'phone_number':
      return 'text';
    case 'date':
    case 'datetime':
      return 'instant';
    default:
      return 'number';
  }
}

function toText(value: unknown): string {
  return btoa(encodeURIComponent(JSON.stringify(value)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromText(text: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(atob(text.replaceAll('-', '+').replaceAll('_', '/')))) as unknown;
  } catch {
    return undefined;
  }
}
