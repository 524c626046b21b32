import {
  canonicalize,
  foldForIndex,
  memberIdPattern,
  findOption,
  parseValue,
  normalizePhone,
  toUniqueKey,
  uuidPattern,
} from '../values/public.ts';
import { type Attribute, findNearest } from '../schema/public.ts';
import {
  QueryError,
  type FilterInput,
  type ComparedValue,
  type Condition,
  type Field,
  type Operator,
} from './filter.rules.ts';
import { isRelative, parseRelativeRange, type Caller } from './relative.rules.ts';

type Leaf = Extract<FilterInput, { kind: 'leaf' }>;

/** Which operators a type has, and which values they take. */

const ordered: readonly Operator[] = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'empty'];
const discrete: readonly Operator[] = ['eq', 'ne', 'in', 'empty'];
const listOperators: readonly Operator[] = ['eq', 'ne', 'contains', 'in', 'empty'];
const textOperators: readonly Operator[] = ['contains', 'starts_with'];

function operatorsOf(field: Field): readonly Operator[] {
  if (field.kind === 'fact') return ordered;
  if (field.kind === 'column') return field.column === 'id' ? discrete : ordered;
  const { type, isList } = field.attribute;
  if (isList) return [...listOperators, 'starts_with'];
  if (type === 'multiselect' || type === 'user' || type === 'relation') return listOperators;
  if (type === 'text' || type === 'phone_number') return [...ordered, ...textOperators];
  if (type === 'select' || type === 'status') return discrete;
  return type === 'checkbox' ? ['eq', 'ne', 'empty'] : ordered;
}

/**
 * The filter of which this one is the opposite, if it is one that says what partners are not: no tag is named x, no company
 * has a name. Undefined for all others.
 */
export function findOpposite(leaf: Leaf): Leaf | undefined {
  if (leaf.op === 'ne') return { ...leaf, op: 'eq' };
  return leaf.op === 'empty' && isTrue(leaf.value) ? { ...leaf, value: false } : undefined;
}

const isTrue = (value: unknown): boolean =>
  value === true || value === 'true' || value === '1' || value === '';

/** The condition of a single filter, or an error if the type does not have the operator or the value does not fit. */
export function parseCondition(field: Field, filter: Leaf, caller: Caller): Condition {
  const { op, value, at, path } = filter;
  const known = operatorsOf(field);
  if (!(known as readonly string[]).includes(op)) {
    const guess = findNearest(op, known);
    throw new QueryError(
      at,
      `${path} has no operator ${op.slice(0, 40)}. Did you mean ${guess}? Available: ${known.join(', ')}.`,
    );
  }
  if (op === 'empty') {
    const flag = isTrue(value);
    if (!flag && value !== false && value !== 'false' && value !== '0') {
      throw new QueryError(at, 'Must be true or false.');
    }
    return { kind: 'leaf', field, op, values: [flag ? 1 : 0] };
  }
  const given = op === 'in' ? listIn(value) : [value];
  if (given.length > 200) throw new QueryError(at, 'Must have at most 200 values.');
  if (isInstant(field) && given.some(isRelative)) return relativeCondition(field, filter, given, caller);
  return {
    kind: 'leaf',
    field,
    op: op as Operator,
    values: given.map((item) => comparedTo(field, filter, item, caller)),
  };
}

function isInstant(field: Field): boolean {
  if (field.kind === 'fact') return field.fact.endsWith('At');
  if (field.kind === 'column') return field.column !== 'id';
  return field.attribute.type === 'date' || field.attribute.type === 'datetime';
}

/** A relative date is a range of time: to equal it is to lie within, to be less is to lie before. */
function relativeCondition(field: Field, filter: Leaf, given: readonly unknown[], caller: Caller): Condition {
  const { op } = filter;
  const kind = field.kind === 'attribute' && field.attribute.type === 'date' ? 'date' : 'instant';
  const compared = (operator: Operator, value: string): Condition => ({
    kind: 'leaf',
    field,
    op: operator,
    values: [value],
  });
  const parts = given.map((item): Condition => {
    const range = parseRelativeRange(item, caller, kind);
    if (!range) return compared('eq', String(comparedTo(field, filter, item, caller)));
    if (op === 'lt' || op === 'gte') return compared(op, range.from);
    if (op === 'lte' || op === 'gt') return compared(op === 'lte' ? 'lt' : 'gte', range.to);
    return { kind: 'and', parts: [compared('gte', range.from), compared('lt', range.to)] };
  });
  const any: Condition = { kind: 'or', parts };
  return op === 'ne' ? { kind: 'not', part: any } : any;
}

export function listIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return [value];
  return itemsIn(value).map((item) => item.trim());
}

/** Items between commas. One that contains a comma stands in quotes, in which a quote is written twice, as in CSV. */
function itemsIn(text: string): string[] {
  const items = text.matchAll(/(?<=^|,)\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))/g);
  return [...items].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);
}

function comparedTo(
  field: Field,
  { op, at, value: sent }: Leaf,
  given: unknown,
  caller: Caller,
): ComparedValue {
  const isPart = (textOperators as readonly string[]).includes(op);
  const value = isPart
    ? containedIn(field, op, given)
    : valueOf(field, isMe(field, given) ? caller.memberId : given);
  if (value !== undefined) return value;
  const isSplit = op === 'in' && typeof sent === 'string' && sent.includes(',');
  const hint = isSplit ? ' Put values that contain a comma in double quotes.' : '';
  throw new QueryError(at, `Must be ${expectedOf(field)}.${hint}`);
}

const isMe = (field: Field, given: unknown): boolean =>
  field.kind === 'attribute' && field.attribute.type === 'user' && given === 'me';

/** Part of a text, or its beginning; of a list, one of its items. */
function containedIn(field: Field, op: string, given: unknown): ComparedValue | undefined {
  const { type, isList } = field.kind === 'attribute' ? field.attribute : {};
  const text = textFrom(given);
  if (type !== 'text' && type !== 'phone_number') return valueOf(field, given);
  // A plus sign that was not encoded arrives as a space.
  if (type === 'phone_number' && op === 'starts_with') return text && `+${text.replaceAll(/\D/g, '')}`;
  if (text === undefined) return undefined;
  return isList && op === 'starts_with' ? toUniqueKey(text) : foldForIndex(text);
}

function valueOf(field: Field, given: unknown): ComparedValue | undefined {
  if (field.kind === 'fact') return field.fact.endsWith('At') ? instantFrom(given) : numberFrom(given);
  if (field.kind === 'column') return field.column === 'id' ? uuidFrom(given) : instantFrom(given);
  const { attribute } = field;
  switch (attribute.type) {
    case 'text': {
      const sent = textFrom(given);
      if (sent === undefined) return undefined;
      const text = canonicalize(attribute.validation, sent);
      return attribute.isList ? toUniqueKey(text) : foldForIndex(text.trim());
    }
    case 'phone_number':
      return typeof given === 'string' ? (normalizePhone(given) ?? foldForIndex(given)) : undefined;
    case 'number':
    case 'currency':
    case 'rating':
      return numberFrom(given);
    case 'checkbox':
      if (given === true || given === 'true' || given === '1') return 1;
      return given === false || given === 'false' || given === '0' ? 0 : undefined;
    case 'date':
    case 'datetime':
      return instantFrom(given);
    case 'select':
    case 'status':
      return findOptionId(attribute, given);
    case 'multiselect': {
      const id = findOptionId(attribute, given);
      return id === undefined ? undefined : String(id);
    }
    case 'user':
      return typeof given === 'string' && memberIdPattern.test(given) ? given : undefined;
    case 'relation':
      return uuidFrom(given);
  }
}

function textFrom(given: unknown): string | undefined {
  if (typeof given === 'string') return given;
  return typeof given === 'number' || typeof given === 'boolean' ? String(given) : undefined;
}

function numberFrom(given: unknown): number | undefined {
  if (typeof given === 'number') return Number.isFinite(given) ? given : undefined;
  const isNumber =
    typeof given === 'string' && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(given.trim());
  const number = isNumber ? Number(given) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** An instant, or a date, which means its first instant. */
function instantFrom(given: unknown): string | undefined {
  const asDate = parseValue({ type: 'date' } as Attribute, given);
  if ('value' in asDate)
    return typeof asDate.value === 'string' ? `${asDate.value}T00:00:00.000000Z` : undefined;
  // A plus sign that was not encoded arrives as a space.
  const text = typeof given === 'string' ? given.replace(/ (?=\d\d:\d\d$)/, '+') : given;
  const parsed = parseValue({ type: 'datetime' } as Attribute, text);
  return 'value' in parsed && typeof parsed.value === 'string' ? parsed.value : undefined;
}

function uuidFrom(given: unknown): string | undefined {
  return typeof given === 'string' && uuidPattern.test(given) ? given.toLowerCase() : undefined;
}

export function findOptionId({ options }: Attribute, given: unknown): number | undefined {
  const byLabel = findOption(options, given);
  if (byLabel) return byLabel.id;
  const isId = typeof given === 'number' || (typeof given === 'string' && /^\d{1,9}$/.test(given));
  return isId ? options.find(({ id }) => id === Number(given))?.id : undefined;
}

function expectedOf(field: Field): string {
  if (field.kind === 'fact') return field.fact.endsWith('At') ? 'a date or an ISO 8601 time' : 'a number';
  if (field.kind === 'column') return field.column === 'id' ? 'a UUID' : 'a date or an ISO 8601 time';
  const { type, options } = field.attribute;
  if (options.length > 0) {
    return `one of: ${options
      .slice(0, 20)
      .map(({ value }) => (value.includes(',') ? `"${value}"` : value))
      .join(', ')
      .slice(0, 500)}`;
  }
  const names: Partial<Record<Attribute['type'], string>> = {
    text: 'text',
    phone_number: 'a phone number',
    checkbox: 'true or false',
    date: 'a date as YYYY-MM-DD, or relative, such as last 7 days',
    datetime: 'a date or an ISO 8601 time, or relative, such as last 7 days',
    relation: 'the UUID of a record',
    user: 'the UUID of a user, or me',
    select: 'one of its options (it has none yet)',
    status: 'one of its options (it has none yet)',
    multiselect: 'one of its options (it has none yet)',
  };
  return names[type] ?? 'a number';
}
