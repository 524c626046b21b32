import { type Attribute, type Definition, nearest, type Relation } from '../schema/public.ts';

/** One form for all questions, whichever way they were spelled: `filter[...]` in an address, or JSON in a body. */

export type Operator = 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains' | 'in' | 'empty';

/** As it was filter: a key that may lead through relations, not looked up yet. `at` is where it stands, for messages. */
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

/** As it is answered: everything looked up and in the form in which it is compared. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | {
      readonly kind: 'through';
      readonly relation: Relation;
      /** Of the related object's definition. */
      readonly revision: string;
      readonly part: Condition;
    }
  | {
      readonly kind: 'leaf';
      readonly field: Field;
      readonly op: Operator;
      readonly values: readonly Compared[];
    };

export type Compared = string | number;

/** What can be asked for: a value, a column of the row, or a fact of a person's meetings. */
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

const mostParts = 100;
const deepest = 8;

/** `filter[key]=v` and `filter[key][op]=v`; all of them must hold. */
export function filterFromParams(query: Readonly<Record<string, unknown>>): FilterInput {
  const parts: FilterInput[] = [];
  for (const [at, value] of Object.entries(query)) {
    if (!/^filter(?:\[|$)/.test(at)) continue;
    const match = /^filter\[([^[\]]+)\](?:\[([^[\]]+)\])?$/.exec(at);
    if (!match) throw new QueryError(at, 'Write filter[key]=value or filter[key][op]=value.');
    const op = match[2] ?? (Array.isArray(value) ? 'in' : 'eq');
    parts.push({ kind: 'leaf', path: match[1] ?? '', op, value, at });
  }
  return limited({ kind: 'and', parts });
}

/** `{ key: value }`, `{ key: { op: value } }`, joined by `and`, `or`, `not`; several keys must all hold. */
export function filterFromBody(filter: unknown): FilterInput {
  return limited(
    filter === undefined || filter === null ? { kind: 'and', parts: [] } : asked(filter, 'filter', 1),
  );
}

function asked(filter: unknown, at: string, depth: number): FilterInput {
  if (depth > deepest) throw new QueryError('filter', `Must not be nested more than ${deepest} levels deep.`);
  if (!isPlain(filter)) throw new QueryError(at, 'Must be an object such as { "key": { "op": value } }.');
  const parts = Object.entries(filter).flatMap(([key, value]): FilterInput[] => {
    const here = `${at}.${key}`;
    if (key === 'and' || key === 'or') {
      if (!Array.isArray(value)) throw new QueryError(here, 'Must be a list of filters.');
      return [{ kind: key, parts: value.map((part, index) => asked(part, `${here}.${index}`, depth + 1)) }];
    }
    if (key === 'not') return [{ kind: 'not', part: asked(value, here, depth + 1) }];
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

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An option as it is read, `{ id, value, color }`, in place of its label. */
function isOption(value: Record<string, unknown>): boolean {
  return 'id' in value;
}

function limited(question: FilterInput): FilterInput {
  let left = mostParts;
  const count = (part: FilterInput): void => {
    left -= 1;
    if (left < 0) throw new QueryError('filter', `Must not have more than ${mostParts} parts.`);
    if (part.kind === 'not') count(part.part);
    else if (part.kind !== 'leaf') for (const inner of part.parts) count(inner);
  };
  count(question);
  return question;
}

/** What a key stands for in an object; a wrong one is told the nearest. */
export function fieldOf(definition: Definition, key: string, at: string): Field {
  const attribute = definition.byKey.get(key);
  if (attribute?.isSystem) return { kind: 'column', column: key as 'id' };
  if (attribute) return { kind: 'attribute', attribute };
  const hasFacts = definition.isStandard && definition.slug === 'people';
  if (hasFacts && (facts as readonly string[]).includes(key)) return { kind: 'fact', fact: key as Fact };
  const guess = nearest(key, [...definition.byKey.keys(), ...(hasFacts ? facts : [])]);
  throw new QueryError(at, `There is no attribute ${key.slice(0, 80)}. Did you mean ${guess}?`);
}
