import { fold } from '@daybook/contract/folding.data';
import { splitName } from '../people/public.ts';
import { type Definition, findNearest } from '../schema/public.ts';
import { dateOrders, decimals, type Notation, parseCell } from '../values/public.ts';

/** Turns the cells of a file into the body of a record. */

/** The key of a column by its name, or of each column in turn; null for what is ignored. */
export type Mapping = Readonly<Record<string, string | null>> | readonly (string | null)[];

/**
 * The attribute of each column, by the mapping, or by its key or label; null for columns that are ignored. The id of records is
 * read only where they are matched by it.
 */
export function mapColumns(
  definition: Definition,
  header: readonly string[],
  { mapping, matchingKey }: { mapping: Mapping; matchingKey: string | null },
): { columns: (string | null)[]; wrong: string[] } {
  const known = namesOf(definition, matchingKey);
  const wrong = listMappingProblems(header, mapping);
  const columns = header.map((column, index) => {
    const mapped = isList(mapping) ? mapping[index] : mapping[column];
    if (mapped === null) return null;
    const name = mapped ?? column;
    const key = known.get(name) ?? known.get(fold(name)) ?? null;
    if (mapped !== undefined && key === null) {
      wrong.push(
        `Unknown attribute ${mapped.slice(0, 80)}. Did you mean ${findNearest(mapped, known.values())}?`,
      );
    }
    return key;
  });
  const twice = columns.filter((key, index) => key !== null && columns.indexOf(key) !== index);
  if (twice.length > 0) wrong.push(`Several columns map to ${twice.join(', ')}. Map all but one to null.`);
  if (columns.every((key) => key === null)) wrong.push('No column matches the key or label of an attribute.');
  return { columns, wrong };
}

function listMappingProblems(header: readonly string[], mapping: Mapping): string[] {
  if (isList(mapping)) {
    const { length } = header;
    return mapping.length === length ? [] : [`Must have a key or null for each of the ${length} columns.`];
  }
  return Object.keys(mapping)
    .filter((column) => !header.includes(column))
    .map((column) => `Unknown column ${column.slice(0, 80)}.`);
}

const isList = (mapping: Mapping): mapping is readonly (string | null)[] => Array.isArray(mapping);

/** Later names take precedence: a key is always that attribute, whatever others are called. */
function namesOf(definition: Definition, matchingKey: string | null): Map<string, string> {
  const own = definition.attributes.filter(
    ({ isSystem, isArchived, key }) => !isArchived && (!isSystem || key === matchingKey),
  );
  const isPeople = isOfPeople(definition);
  return new Map([
    ...(isPeople ? namesOfPeople : []),
    ...own.map(({ label, key }) => [fold(label), key] as const),
    ...own.map(({ key }) => [fold(key), key] as const),
    ...own.map(({ key }) => [key, key] as const),
    ...(isPeople ? [['company', 'companyId'] as const] : []),
  ]);
}

const namesOfPeople = [
  ['full name', 'name'],
  ['email', 'emails'],
  ['email address', 'emails'],
  ['e-mail', 'emails'],
  ['phone', 'phoneNumber'],
  ['phone number', 'phoneNumber'],
  ['companyid', 'companyId'],
] as const;

/** The body of a record from the cells of a row. Empty cells are left out. The name of a person gives its parts, unless they are there. */
export function buildBody(
  definition: Definition,
  { columns, notations }: { columns: readonly (string | null)[]; notations: readonly (string | null)[] },
  cells: readonly string[],
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [index, key] of columns.entries()) {
    if (key === null) continue;
    const value = parseCell(definition.byKey.get(key), cells[index] ?? '', notationFrom(notations[index]));
    if (value !== undefined) body[key] = value;
  }
  return isOfPeople(definition) ? withNameParts(body) : body;
}

function withNameParts(body: Record<string, unknown>): Record<string, unknown> {
  const { name, firstName, lastName, ...others } = body;
  if (typeof name !== 'string' || firstName !== undefined || lastName !== undefined) return body;
  const parts = Object.entries(splitName(name)).filter(([, part]) => part !== null);
  return { ...others, ...Object.fromEntries(parts) };
}

const isOfPeople = ({ isStandard, slug }: Definition): boolean => isStandard && slug === 'people';

function notationFrom(text: string | null | undefined): Notation {
  return {
    decimal: decimals.find((decimal) => decimal === text),
    dateOrder: dateOrders.find((order) => order === text),
  };
}

type NotationKind = 'decimal' | 'dateOrder';

/** Which kind of notation the cells of a column may have; undefined for those that are read in one way. */
export function findNotationKind({ byKey }: Definition, key: string | null): NotationKind | undefined {
  const type = byKey.get(key ?? '')?.type;
  if (type === 'date') return 'dateOrder';
  return type === 'number' || type === 'currency' || type === 'rating' ? 'decimal' : undefined;
}

/** Why an import can't go on: which notation a column has must be said. */
export function describeUnclear(column: string, kind: NotationKind, cells: readonly string[]): string {
  const shown = cells.map((cell) => cell.slice(0, 40)).join(' and ');
  const why =
    cells.length > 1
      ? `has ${kind === 'decimal' ? 'numbers' : 'dates'} in different formats, such as ${shown}`
      : `is ambiguous: ${shown} can mean ${
          kind === 'decimal' ? 'a decimal number or one with thousands' : 'the day or the month first'
        }`;
  const options = kind === 'decimal' ? 'decimal=. or decimal=,' : 'dateOrder=dmy or dateOrder=mdy';
  return `The column ${column.slice(0, 80)} ${why}. Upload the file again with ${options}.`;
}

const maxDepth = 32;

/** PostgreSQL stores neither null characters nor half surrogate pairs. */
export function findUnstorable(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'Must not contain a null character.';
    return /\p{Surrogate}/u.test(value) ? 'Must not contain an incomplete character.' : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > maxDepth) return `Must not be nested deeper than ${maxDepth} levels.`;
  for (const item of Object.values(value)) {
    const why = findUnstorable(item, depth + 1);
    if (why) return why;
  }
  return undefined;
}
