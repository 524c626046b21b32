import { type Partners, type RecordRow, valueView } from '../records/public.ts';
import type { Attribute, Definition } from '../schema/public.ts';

/** Records as rows of CSV, as an import reads them. */

export function exportedAttributes({ attributes }: Definition): Attribute[] {
  return attributes.filter(({ isSystem, isArchived }) => !isSystem && !isArchived);
}

export function headerOf(attributes: readonly Attribute[]): string[] {
  return ['id', ...attributes.map(({ key }) => key), 'created_at', 'updated_at'];
}

export function cellsOf(attributes: readonly Attribute[], row: RecordRow, partners: Partners): string[] {
  const values = attributes.map((attribute) => cellOf(valueView(attribute, row, partners)));
  return [row.id, ...values, row.created_at, row.updated_at];
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return escapeFormula(textOf(value));
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  if (typeof value === 'object' && value !== null) return String((value as { value?: unknown }).value ?? '');
  return String(value);
}

/** A spreadsheet would run text that begins like a formula. */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
