import type { exportQuery } from '@daybook/contract/crm-bulk';
import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import { recordAudit } from '../../platform/audit.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { readInWorkspace, type Runtime } from '../../platform/context.ts';
import type { RunEffect } from '../../platform/http/serve.ts';
import { listRecords, buildQueryFromBody, buildQueryFromParams, type RecordQuery } from '../query/public.ts';
import { loadPartners } from '../records/public.ts';
import { openObject } from '../schema/public.ts';
import { listCells, listExportColumns, listHeaderCells } from './rules.ts';

const batchSize = 500;

/** What to export: a query for a batch, and what was asked for, for the audit log. */
export interface ExportSelection {
  readonly query: RecordQuery;
  readonly asked: Readonly<Record<string, unknown>>;
}

/** By filters in the query string, as for the list. */
export function buildExportFromParams(
  params: { readonly search?: string | undefined; readonly sort?: string | undefined },
  fields: readonly string[] | undefined,
): ExportSelection {
  const query = buildQueryFromParams(params, { limit: batchSize, offset: 0 });
  return { query: { ...query, fields, withTotal: false }, asked: { ...params, ...(fields && { fields }) } };
}

/** By a filter in the body, as for a query. */
export function buildExportFromBody(body: z.output<typeof exportQuery>): ExportSelection {
  const query = buildQueryFromBody({ ...body, count: batchSize, includeTotal: false });
  return { query: { ...query, fields: body.fields }, asked: { ...body } };
}

/**
 * Records as CSV in batches, each read after the cursor of the one before, in its own transaction: a slow reader keeps no
 * transaction open, and every batch takes the same time. The first batch is read before this returns, so that an error in
 * the query is still a 422.
 */
export async function exportRecords(
  runtime: Runtime,
  actor: Actor,
  slug: string,
  { query, asked }: ExportSelection,
  runEffect: RunEffect,
): Promise<AsyncIterable<string>> {
  const read = (cursor: string | undefined) =>
    readInWorkspace(runtime, actor, async (ctx) => {
      const definition = await openObject(ctx, slug, 'read');
      const { rows, nextCursor } = await listRecords(ctx, definition, { ...query, cursor });
      const columns = listExportColumns(definition, query.fields);
      const partners = await loadPartners(ctx, definition, rows, new Set(columns.map(({ key }) => key)));
      return {
        header: listHeaderCells(columns),
        cells: rows.map((row) => listCells(columns, row, partners)),
        nextCursor,
      };
    });
  const first = await read(undefined);
  await runEffect((ctx) => recordAudit(ctx, 'crm_object.exported', slug, { ...asked }));
  return csvOf(first, read);
}

interface Batch {
  readonly header: string[];
  readonly cells: string[][];
  readonly nextCursor: string | null;
}

async function* csvOf(first: Batch, read: (cursor: string) => Promise<Batch>): AsyncGenerator<string> {
  const { header } = first;
  yield stringify([header, ...first.cells]);
  for (let { nextCursor } = first; nextCursor !== null;) {
    const next = await read(nextCursor);
    // A change of the attributes would shift the columns.
    if (next.header.join() !== header.join()) throw new Error('The object was changed during the export.');
    yield stringify(next.cells);
    ({ nextCursor } = next);
  }
}
