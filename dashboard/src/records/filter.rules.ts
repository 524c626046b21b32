import {
  findAttribute,
  listShownAttributes,
  type Attribute,
  type CrmObject,
  type Filter,
  type FilterValue,
} from './rules.ts';
import { getTraits } from './standard-objects.ts';

/** What can be filtered by, how, and with which values. Pure, so that Node can test it. */

/** A field as a filter names it, with the object through which it is reached. */
export interface Field {
  readonly path: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly attribute?: Attribute | undefined;
}

export type FieldKind = 'text' | 'number' | 'date' | 'option' | 'options' | 'checkbox' | 'user' | 'relation';

const kinds: Readonly<Record<Attribute['type'], FieldKind>> = {
  text: 'text',
  phone_number: 'text',
  number: 'number',
  currency: 'number',
  rating: 'number',
  date: 'date',
  datetime: 'date',
  checkbox: 'checkbox',
  select: 'option',
  status: 'option',
  multiselect: 'options',
  user: 'user',
  relation: 'relation',
};

/** Facts of a person's meetings, by which people can be found. */
export const factKinds = {
  firstMeetingAt: 'date',
  lastMeetingAt: 'date',
  nextMeetingAt: 'date',
  meetingsLast90Days: 'number',
  noShows: 'number',
} as const satisfies Record<string, FieldKind>;

export type FactKey = keyof typeof factKinds;
export type FactLabels = Readonly<Record<FactKey, string>>;

/** The fields of an object, its facts, and those of the objects that it is linked with. */
export function listFilterFields(
  object: CrmObject,
  objects: readonly CrmObject[],
  factLabels: FactLabels,
  nounText = (label: string): string => label.toLowerCase(),
): Field[] {
  const own = ownFields(object, factLabels);
  const through = listShownAttributes(object).flatMap((attribute) => {
    const related = objects.find(({ slug }) => slug === attribute.relatedObjectSlug);
    if (attribute.type !== 'relation' || !related) return [];
    return ownFields(related, factLabels).map((field) => ({
      ...field,
      path: `${attribute.key}.${field.path}`,
      label: `${attribute.label}, ${nounText(field.label)}`,
    }));
  });
  return [...own, ...through];
}

function ownFields(object: CrmObject, factLabels: FactLabels): Field[] {
  const attributes = listShownAttributes(object).map((attribute) => ({
    path: attribute.key,
    label: attribute.label,
    kind: kinds[attribute.type],
    attribute,
  }));
  if (!getTraits(object).isPerson) return attributes;
  const facts = Object.entries(factKinds).map(([path, kind]) => ({
    path,
    label: factLabels[path as FactKey],
    kind,
  }));
  return [...attributes, ...facts];
}

/** `empty` and `filled` take no value: both are the operator `empty` of the API. */
export const operators = {
  text: ['contains', 'starts_with', 'eq', 'ne', 'empty', 'filled'],
  number: ['eq', 'ne', 'gte', 'lte', 'gt', 'lt', 'empty', 'filled'],
  date: ['eq', 'gte', 'lte', 'lt', 'gt', 'empty', 'filled'],
  option: ['eq', 'ne', 'in', 'empty', 'filled'],
  options: ['contains', 'ne', 'in', 'empty', 'filled'],
  checkbox: ['eq'],
  user: ['contains', 'ne', 'empty', 'filled'],
  relation: ['contains', 'ne', 'empty', 'filled'],
} as const satisfies Record<FieldKind, readonly string[]>;

export type Operator = (typeof operators)[FieldKind][number];

export function getOperator([, op, value]: Filter): Operator {
  if (op !== 'empty') return op as Operator;
  return value === false || value === 'false' ? 'filled' : 'empty';
}

/** Addresses are a list, of which a text operator compares each. */
export function listOperators({ kind, attribute }: Field): readonly Operator[] {
  const all: readonly Operator[] = operators[kind];
  return kind === 'text' && attribute?.isMultiple ? all.filter((op) => op !== 'ne') : all;
}

/** A filter as it begins when its field is chosen: it finds everything until it has a value. */
export function createFilter(field: Field): Filter {
  const [op = 'eq'] = listOperators(field);
  if (field.kind === 'checkbox') return [field.path, 'eq', true];
  if (field.kind === 'date') return [field.path, 'eq', 'this week'];
  const [first] = field.attribute?.options?.filter(({ isArchived }) => !isArchived) ?? [];
  return [field.path, op, first?.value ?? ''];
}

/** The same filter with another operator, and a value that fits it. */
export function changeOperator(filter: Filter, op: Operator): Filter {
  const [path, , value] = filter;
  if (op === 'empty' || op === 'filled') return [path, 'empty', op === 'empty'];
  const kept = typeof value === 'boolean' ? '' : value;
  if (op === 'in') return [path, op, Array.isArray(kept) ? kept : kept === '' ? [] : [String(kept)]];
  return [path, op, Array.isArray(kept) ? (kept[0] ?? '') : kept];
}

/** A filter without a value would find nothing: it waits until it has one. */
export function isComplete([, op, value]: Filter): boolean {
  return op === 'empty' || (value !== '' && !(Array.isArray(value) && value.length === 0));
}

export const relativeDates = [
  'today',
  'yesterday',
  'tomorrow',
  'this week',
  'last week',
  'next week',
  'this month',
  'last month',
  'next month',
  'this quarter',
  'this year',
  'last 7 days',
  'last 30 days',
  'last 90 days',
  'next 7 days',
  'next 30 days',
  'next 90 days',
] as const;

export type RelativeDate = (typeof relativeDates)[number];

export function isRelativeDate(value: FilterValue): value is RelativeDate {
  return (relativeDates as readonly FilterValue[]).includes(value);
}

/** The field of a filter, also of one that names what is not offered any more. */
export function resolveField(fields: readonly Field[], object: CrmObject, path: string): Field {
  const found = fields.find((field) => field.path === path);
  if (found) return found;
  const attribute = findAttribute(object, path);
  return {
    path,
    label: attribute?.label ?? path,
    kind: attribute ? kinds[attribute.type] : 'text',
    attribute,
  };
}
