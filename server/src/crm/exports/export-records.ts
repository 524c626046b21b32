import { stringify } from 'csv-stringify/sync';
import { recordAudit } from '../../platform/audit.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { inWorkspace, readInWorkspace, type Runtime } from '../../platform/context.ts';
import { listRecords, queryFromParams } from '../query/public.ts';
import { loadPartners } from '../records/public.ts';
import { openObject } from '../schema/public.ts';
import { cellsOf, exportedAttributes, headerOf } from './rules.ts';

interface Query {
  readonly search?: string | undefined;
  readonly sort?: string | undefined;
}

const batchSize = 500;

/**
 * Records as CSV in batches, each read after the cursor of the one before, in its own transaction: a slow reader keeps no
 * transaction open, and every batch takes the same time. The first batch is read before this returns, so that an error in
 * the query is still a 422.
 */
export async function exportRecords(
  runtime: Runtime,
  actor: Actor,
  slug: string,
  query: Query,
): Promise<AsyncIterable<string>> {
  const read = (cursor: string | undefined) =>
    readInWorkspace(runtime, actor, async (ctx) => {
      const definition = await openObject(ctx, slug, 'read');
      const page = { limit: batchSize, offset: 0 };
      const batchQuery = { ...queryFromParams(query, page), cursor, withTotal: false };
      const { rows, nextCursor } = await listRecords(ctx, definition, batchQuery);
      const partners = await loadPartners(ctx, definition, rows);
      const attributes = exportedAttributes(definition);
      return {
        header: headerOf(attributes),
        cells: rows.map((row) => cellsOf(attributes, row, partners)),
        nextCursor,
      };
    });
  const first = await read(undefined);
  await inWorkspace(runtime, actor, (ctx) => recordAudit(ctx, 'crm_object.exported', slug, { ...query }));
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
