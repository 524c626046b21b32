import { escapeFormula, unescapeFormula } from '../../platform/csv.ts';
import type { Attribute } from '../schema/public.ts';
import { parseLocalDate, parseLocalNumber, type Notation } from './notation.rules.ts';
import type { StoredValue } from './rules.ts';

/** Values as cells of CSV. What `serializeCell` writes of a value, `parseCell` reads as the same value. */

export function serializeCell(attribute: Attribute, stored: StoredValue): string {
  if (stored === null) return '';
  if (Array.isArray(stored)) return escapeFormula(serializeList(textsOf(attribute, stored)));
  const [text = ''] = textsOf(attribute, [stored as string]);
  const isPlain = typeof stored === 'boolean' || (typeof stored === 'number' && !hasOptions(attribute));
  return isPlain ? text : escapeFormula(text);
}

/** Options by their labels. A deleted one is left out. */
function textsOf(attribute: Attribute, items: readonly (string | number)[]): string[] {
  if (!hasOptions(attribute)) return items.map(String);
  return items.flatMap((id) => attribute.options.find((option) => option.id === id)?.value ?? []);
}

function hasOptions({ type }: Attribute): boolean {
  return type === 'select' || type === 'status' || type === 'multiselect';
}

/** Items between semicolons. One that would be read as another stands in quotes, in which a quote is written twice. */
function serializeList(items: readonly string[]): string {
  return items.map((item) => (/[;"]|^\s|\s$/.test(item) ? quote(item) : item)).join('; ');
}

const quote = (item: string): string => `"${item.replaceAll('"', '""')}"`;

/** What a caller would send for a cell, to be parsed like any other body. Undefined for an empty cell. */
export function parseCell(attribute: Attribute | undefined, cell: string, notation: Notation): unknown {
  const text = unescapeFormula(cell);
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (attribute?.isList) return parseItems(trimmed);
  switch (attribute?.type) {
    case 'number':
    case 'currency':
    case 'rating':
      return parseLocalNumber(trimmed, notation.decimal) ?? trimmed;
    case 'date':
      return parseLocalDate(trimmed, notation.dateOrder) ?? trimmed;
    case 'checkbox':
      return booleans.get(trimmed.toLowerCase()) ?? trimmed;
    case 'multiselect':
    case 'relation':
    case 'user':
      return parseItems(trimmed);
    default:
      return trimmed;
  }
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

function parseItems(text: string): string[] {
  const items = text.matchAll(/(?<=^|;)\s*(?:"((?:[^"]|"")*)"\s*(?=;|$)|([^;]*))/g);
  return [...items].flatMap(
    ([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain.trim()) || [],
  );
}
