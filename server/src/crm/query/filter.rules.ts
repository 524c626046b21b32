import { type Attribute, type Definition, findNearest, type Relation } from '../schema/public.ts';

/** Filters as they are sent, in the query string or as JSON in a body, and as conditions. */

export type Operator =
  | 'eq'
  | 'ne'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  | 'contains'
  | 'starts_with'
  | 'in'
  | 'empty';

/** A filter as it was sent. A path is a key, or leads through relations. `at` is the field that errors name. */
export type FilterInput =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly FilterInput[] }
  | { readonly kind: 'not'; readonly part: FilterInput }
  | {
      readonly kind: 'leaf';
      readonly path: string;
      readonly op: string;
      readonly value: unknown;
      readonly at: string;
    };

/** A filter with its keys resolved by the definition, and its values in the form in which they are compared. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | {
      readonly kind: 'through';
      readonly relation: Relation;
      /** The revision of the related definition. */
      readonly revision: string;
      readonly part: Condition;
      /** Whether so many records are linked to such a partner that all links are better read at once. */
      readonly isWide: boolean;
    }
  | {
      readonly kind: 'leaf';
      readonly field: Field;
      readonly op: Operator;
      readonly values: readonly ComparedValue[];
    };

export type ComparedValue = string | number;

/** What can be filtered and sorted by: a value, a column of the row, or a fact of a person's meetings. */
export type Field =
  | { readonly kind: 'attribute'; readonly attribute: Attribute }
  | { readonly kind: 'column'; readonly column: 'id' | 'created_at' | 'updated_at' }
  | { readonly kind: 'fact'; readonly fact: Fact };

export const facts = [
  'firstMeetingAt',
  'lastMeetingAt',
  'nextMeetingAt',
  'meetingsLast90Days',
  'noShows',
] as const;
export type Fact = (typeof facts)[number];

export class QueryError extends Error {
  readonly at: string;

  constructor(at: string, message: string) {
    super(message);
    this.at = at;
  }
}

const maxParts = 100;
const maxDepth = 8;

/** Parses `filter[key]=v` and `filter[key][op]=v`, joined by `and`. */
export function parseFilterParams(query: Readonly<Record<string, unknown>>): FilterInput {
  const parts: FilterInput[] = [];
  for (const [at, value] of Object.entries(query)) {
    if (!/^filter(?:\[|$)/.test(at)) continue;
    const match = /^filter\[([^[\]]+)\](?:\[([^[\]]+)\])?$/.exec(at);
    if (!match) throw new QueryError(at, 'Use filter[key]=value or filter[key][op]=value.');
    const op = match[2] ?? (Array.isArray(value) ? 'in' : 'eq');
    parts.push({ kind: 'leaf', path: match[1] ?? '', op, value, at });
  }
  return requireLimit({ kind: 'and', parts });
}

/** Parses `{ key: value }` and `{ key: { op: value } }`, joined by `and`, `or` and `not`; several keys mean `and`. */
export function parseFilterBody(filter: unknown): FilterInput {
  return requireLimit(
    filter === undefined || filter === null ? { kind: 'and', parts: [] } : parseFilter(filter, 'filter', 1),
  );
}

function parseFilter(filter: unknown, at: string, depth: number): FilterInput {
  if (depth > maxDepth) throw new QueryError('filter', `Must not be nested deeper than ${maxDepth} levels.`);
  if (!isPlain(filter)) throw new QueryError(at, 'Must be an object such as { "key": { "op": value } }.');
  const parts = Object.entries(filter).flatMap(([key, value]): FilterInput[] => {
    const here = `${at}.${key}`;
    if (key === 'and' || key === 'or') {
      if (!Array.isArray(value)) throw new QueryError(here, 'Must be a list of filters.');
      return [
        { kind: key, parts: value.map((part, index) => parseFilter(part, `${here}.${index}`, depth + 1)) },
      ];
    }
    if (key === 'not') return [{ kind: 'not', part: parseFilter(value, here, depth + 1) }];
    if (!isPlain(value) || isOption(value)) {
      const op = Array.isArray(value) ? 'in' : value === null ? 'empty' : 'eq';
      return [{ kind: 'leaf', path: key, op, value: value === null ? true : value, at: here }];
    }
    return Object.entries(value).map(([op, given]) => ({
      kind: 'leaf',
      path: key,
      op,
      value: given,
      at: `${here}.${op}`,
    }));
  });
  return parts.length === 1 && parts[0] ? parts[0] : { kind: 'and', parts };
}

export function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An option as records show it, `{ id, value, color }`, instead of its label. */
export function isOption(value: Record<string, unknown>): boolean {
  return 'id' in value;
}

function requireLimit(filter: FilterInput): FilterInput {
  let left = maxParts;
  const count = (part: FilterInput): void => {
    left -= 1;
    if (left < 0) throw new QueryError('filter', `Must not have more than ${maxParts} parts.`);
    if (part.kind === 'not') count(part.part);
    else if (part.kind !== 'leaf') for (const inner of part.parts) count(inner);
  };
  count(filter);
  return filter;
}

/** The field of a key, or an error that suggests the nearest key. */
export function resolveField(definition: Definition, key: string, at: string): Field {
  const attribute = definition.byKey.get(key);
  if (attribute?.isSystem) return { kind: 'column', column: key as 'id' };
  if (attribute) return { kind: 'attribute', attribute };
  const hasFacts = definition.isStandard && definition.slug === 'people';
  if (hasFacts && (facts as readonly string[]).includes(key)) return { kind: 'fact', fact: key as Fact };
  const guess = findNearest(key, [...definition.byKey.keys(), ...(hasFacts ? facts : [])]);
  throw new QueryError(at, `Unknown attribute ${key.slice(0, 80)}. Did you mean ${guess}?`);
}
