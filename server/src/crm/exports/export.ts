import { stringify } from 'csv-stringify/sync';
import type { Actor } from '../../platform/auth/actor.ts';
import { readInWorkspace, type Runtime } from '../../platform/context.ts';
import { openObject } from '../schema/public.ts';
import { cellsOf, exportedAttributes, headerOf } from './rules.ts';
import { findRecordsOf, queryFromParams } from '../query/public.ts';
import { loadPartners } from '../records/public.ts';

interface Query {
  readonly search?: string | undefined;
  readonly sort?: string | undefined;
}

const batch = 500;

/**
 * Records as CSV, piece by piece, each read on from where the last one ended in a transaction of its own: so it costs the
 * same at any depth, and holds nothing open while the caller is slow. What is wrong with the question is said at once.
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
      const wish = { ...queryFromParams(query, { limit: batch, offset: 0 }), cursor, withTotal: false };
      const { rows, nextCursor } = await findRecordsOf(ctx, definition, wish);
      const partners = await loadPartners(ctx, definition, rows);
      const attributes = exportedAttributes(definition);
      return {
        header: headerOf(attributes),
        cells: rows.map((row) => cellsOf(attributes, row, partners)),
        nextCursor,
      };
    });
  const first = await read(undefined);
  return pieces(first, read);
}

interface Piece {
  readonly header: string[];
  readonly cells: string[][];
  readonly nextCursor: string | null;
}

async function* pieces(first: Piece, read: (cursor: string) => Promise<Piece>): AsyncGenerator<string> {
  const { header } = first;
  yield stringify([header, ...first.cells]);
  for (let { nextCursor } = first; nextCursor !== null;) {
    const next = await read(nextCursor);
    // Who changes the attributes meanwhile would shift the columns.
    if (next.header.join() !== header.join()) throw new Error('The object was changed during the export.');
    yield stringify(next.cells);
    ({ nextCursor } = next);
  }
}
