import type { Partners, RecordRow } from '../records/public.ts';
import type { Attribute, Definition } from '../schema/public.ts';
import { serializeCell } from '../values/public.ts';

/** Records as rows of CSV, as an import reads them. */

/** The columns beside the id: those that were asked for, or all, with the times of creation and last change at the end. */
export function listExportColumns(
  { attributes, byKey }: Definition,
  fields?: readonly string[],
): Attribute[] {
  if (fields) {
    return [...new Set(fields)].flatMap((key) => (key === 'id' ? [] : (byKey.get(key) ?? [])));
  }
  const own = attributes.filter(({ isSystem, isArchived }) => !isSystem && !isArchived);
  return [...own, ...attributes.filter(({ key, isSystem }) => isSystem && key !== 'id')];
}

export function listHeaderCells(columns: readonly Attribute[]): string[] {
  return ['id', ...columns.map(({ key }) => key)];
}

export function listCells(columns: readonly Attribute[], row: RecordRow, partners: Partners): string[] {
  const cells = columns.map((attribute) => {
    if (attribute.isSystem) return attribute.key === 'created_at' ? row.created_at : row.updated_at;
    const linked = partners.get(attribute.key)?.get(row.id) as readonly string[] | undefined;
    return serializeCell(attribute, linked ?? row.data[attribute.key] ?? null);
  });
  return [row.id, ...cells];
}
