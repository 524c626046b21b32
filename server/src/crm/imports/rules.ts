import { fold } from '../../platform/text.ts';
import { type Attribute, type Definition, nearest } from '../schema/public.ts';

/** Turns the cells of a file into the body of a record. */

export const delimiters = [',', ';', '\t', '|'] as const;

/** The delimiter that a header has most of, outside of quotes. */
export function delimiterOf(headerLine: string): string {
  const bare = headerLine.replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length;
  return delimiters.reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** The attribute of each column, by the mapping, or by its key or label; null for columns that are ignored. */
export function columnsFrom(
  definition: Definition,
  header: readonly string[],
  mapping: Readonly<Record<string, string | null>>,
): { columns: (string | null)[]; wrong: string[] } {
  const known = namesOf(definition);
  const wrong = Object.keys(mapping)
    .filter((column) => !header.includes(column))
    .map((column) => `There is no column ${column.slice(0, 80)}.`);
  const columns = header.map((column) => {
    const mapped = mapping[column];
    if (mapped === null) return null;
    const key = known.get(fold(mapped ?? column)) ?? null;
    if (mapped !== undefined && key === null) {
      wrong.push(
        `There is no attribute ${mapped.slice(0, 80)}. Did you mean ${nearest(mapped, known.values())}?`,
      );
    }
    return key;
  });
  const twice = columns.filter((key, index) => key !== null && columns.indexOf(key) !== index);
  if (twice.length > 0) wrong.push(`Several columns are ${twice.join(', ')}; map one of them to null.`);
  if (columns.every((key) => key === null)) wrong.push('No column has the key or label of an attribute.');
  return { columns, wrong };
}

function namesOf({ attributes, isStandard, slug }: Definition): Map<string, string> {
  const own = attributes.filter(({ isSystem, isArchived }) => !isSystem && !isArchived);
  const names = new Map([
    ...own.map(({ label, key }) => [fold(label), key] as const),
    ...own.map(({ key }) => [fold(key), key] as const),
  ]);
  if (isStandard && slug === 'people') {
    for (const name of ['email', 'email address', 'e-mail']) names.set(name, 'emails');
    for (const name of ['phone', 'phone number']) names.set(name, 'phoneNumber');
    for (const name of ['company', 'companyid']) names.set(name, 'companyId');
  }
  return names;
}

/** The body of a record from the cells of a row. Empty cells are left out. */
export function bodyFrom(
  definition: Definition,
  columns: readonly (string | null)[],
  cells: readonly string[],
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [index, key] of columns.entries()) {
    const cell = unescapeFormula(cells[index] ?? '');
    if (key === null || cell.trim() === '') continue;
    const attribute = definition.byKey.get(key);
    body[key] = attribute ? valueFrom(attribute, cell) : cell.trim();
  }
  return body;
}

/** Removes the apostrophe that an export puts before text that a spreadsheet would take for a formula. */
function unescapeFormula(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

const yes = ['true', 'yes', '1'];
const no = ['false', 'no', '0'];

function valueFrom(attribute: Attribute, cell: string): unknown {
  const text = cell.trim();
  if (attribute.isList) return listFrom(text);
  switch (attribute.type) {
    case 'number':
    case 'currency':
    case 'rating':
      return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
    case 'checkbox':
      if (yes.includes(text.toLowerCase())) return true;
      return no.includes(text.toLowerCase()) ? false : text;
    case 'multiselect':
    case 'relation':
    case 'user':
      return listFrom(text);
    default:
      return cell;
  }
}

function listFrom(text: string): string[] {
  return text.split(';').flatMap((item) => item.trim() || []);
}

const maxDepth = 32;

/** PostgreSQL stores neither null characters nor half surrogate pairs. */
export function whyUnstorable(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'Must not contain a null character.';
    return /\p{Surrogate}/u.test(value) ? 'Must not contain half of a character.' : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > maxDepth) return `Must not be nested more than ${maxDepth} levels deep.`;
  for (const item of Object.values(value)) {
    const why = whyUnstorable(item, depth + 1);
    if (why) return why;
  }
  return undefined;
}
