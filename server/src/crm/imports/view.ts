import type { crmImport } from '@daybook/contract/crm-bulk';
import type { z } from 'zod';
import type { RowError } from './errors.store.ts';
import type { ImportRow } from './store.ts';

type Shape = z.output<typeof crmImport>;

export function serializeImportSummary(row: ImportRow): Omit<Shape, 'errors'> {
  return {
    id: row.id,
    objectSlug: row.slug,
    status: row.status,
    message: row.message,
    format: row.format,
    matchingAttribute: row.matching_attribute,
    dryRun: row.is_dry_run,
    columns: row.header.map((column, index) => ({ column, key: row.columns[index] ?? null })),
    rowsTotal: row.rows_total,
    rowsDone: row.rows_done,
    created: row.created,
    updated: row.updated,
    failed: row.failed,
    partial: row.partial,
    kept: row.kept,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

export function serializeImport(row: ImportRow, errors: readonly RowError[]): Shape {
  return { ...serializeImportSummary(row), errors: errors.map(serializeRowError) };
}

export function serializeRowError({ row, status, message, errors }: RowError): Shape['errors'][number] {
  return { row, status, message, ...(errors && { errors }) };
}
