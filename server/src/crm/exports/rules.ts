import type { Partners, RecordRow } from '../records/public.ts';
import type { Attribute, Definition } from '../schema/public.ts';
import { serializeCell } from '../values/public.ts';

/** Records as rows of CSV, as an import reads them. */

export function exportedAttributes({ attributes }: Definition): Attribute[] {
  return attributes.filter(({ isSystem, isArchived }) => !isSystem && !isArchived);
}

export function headerOf(attributes: readonly Attribute[]): string[] {
  return ['id', ...attributes.map(({ key }) => key), 'created_at', 'updated_at'];
}

export function cellsOf(attributes: readonly Attribute[], row: RecordRow, partners: Partners): string[] {
  const cells = attributes.map((attribute) => {
    const linked = partners.get(attribute.key)?.get(row.id) as readonly string[] | undefined;
    return serializeCell(attribute, linked ?? row.data[attribute.key] ?? null);
  });
  return [row.id, ...cells, row.created_at, row.updated_at];
}
