import type { Definition } from '../schema/public.ts';
import { fieldOf, QueryError, type Field } from './query.rules.ts';
import { uuidPattern } from '../records/public.ts';

export interface SortTerm {
  readonly key: string;
  readonly field: Field;
  readonly descending: boolean;
}

const mostTerms = 5;

/** `key,-key2` as terms; values that are lists have no order. */
export function sortFrom(definition: Definition, sort: string | readonly string[] | undefined): SortTerm[] {
  const names = (typeof sort === 'string' ? sort.split(',') : [...(sort ?? [])])
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length > mostTerms) throw new QueryError('sort', `Must have at most ${mostTerms} keys.`);
  return names.map((name) => {
    const key = name.replace(/^[-+]/, '');
    const named = fieldOf(definition, key, 'sort');
    // Ids are made in the order of time, and have an index.
    const field: Field = key === 'created_at' ? { kind: 'column', column: 'id' } : named;
    const type = field.kind === 'attribute' ? field.attribute.type : undefined;
    if (type === 'relation' || type === 'user' || type === 'multiselect') {
      throw new QueryError('sort', `${key} holds lists, which have no order.`);
    }
    return { key, field, descending: name.startsWith('-') };
  });
}

/** A place in a sorted list: the sort values of the last item that was shown, and its id. */
export interface Place {
  readonly values: readonly (string | number | null)[];
  readonly id: string;
  /** What the first page counted, so that the next ones need not. */
  readonly total: number | null;
}

export function placeToCursor(terms: readonly SortTerm[], place: Place): string {
  const { values, id, total } = place;
  return toText([nameOf(terms), values, id, total]);
}

/** A cursor is ours alone; whatever else was sent, or for another order, is refused. */
export function placeFromCursor(terms: readonly SortTerm[], cursor: string): Place {
  const wrong = new QueryError('cursor', 'Is not a cursor of this list. Begin without one.');
  const parsed = fromText(cursor);
  if (!Array.isArray(parsed) || parsed.length !== 4 || parsed[0] !== nameOf(terms)) throw wrong;
  const [, values, id, total] = parsed as [string, unknown, unknown, unknown];
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
  switch (field && kindOf(field)) {
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

/** How a field is compared. */
export function kindOf(field: Field): 'text' | 'number' | 'instant' | 'uuid' {
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
