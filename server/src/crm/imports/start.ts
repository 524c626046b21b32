import type { createImport } from '@daybook/contract/crm-bulk';
import type { Input } from '@daybook/contract/route';
import type { Ctx } from '../../platform/context.ts';
import { badRequest, conflict, invalid, invalidField, notFound } from '../../platform/problems.ts';
import { type Definition, demandCrm, openObject } from '../schema/public.ts';
import { columnsFrom, delimiterOf } from './rules.ts';
import { csvRows, whyUnreadable, type FileRow } from './read-file.ts';
import type { Received } from './receive-file.ts';
import { runImport } from './jobs.ts';
import {
  findChunk,
  findImport,
  listErrors,
  lockImport,
  markUndoing,
  openImport,
  type ImportRow,
  type RowError,
} from './store.ts';
import { lastBatch } from './undo.store.ts';
import { demandMatching } from '../records/public.ts';

type Query = Input<typeof createImport>['query'];

/** Begins an import of a file that has arrived. */
export async function startImport(
  ctx: Ctx,
  slug: string,
  query: Query,
  received: Received,
): Promise<ImportRow> {
  const definition = await openObject(ctx, slug, 'read');
  const { matchingAttribute = null, dryRun } = query;
  if (matchingAttribute !== null) demandMatching(definition, matchingAttribute);
  const mapping = mappingFrom(query.mapping);
  const table =
    received.format === 'csv' ? await readHeader(ctx, definition, received, query, mapping) : asItIs;
  await openImport(ctx, received.id, {
    matching_attribute: matchingAttribute,
    is_dry_run: dryRun,
    size_bytes: received.sizeBytes,
    rows_total: Math.max(0, received.lines - (received.format === 'csv' ? 1 : 0)),
    ...table,
  });
  await ctx.enqueue(runImport, { workspaceId: ctx.workspaceId, importId: received.id });
  return loadImport(ctx, received.id);
}

const asItIs = { delimiter: ',', header: [], columns: [], done_bytes: 0 };

function mappingFrom(text: string | undefined): Record<string, string | null> {
  if (text === undefined) return {};
  try {
    const mapping = JSON.parse(text) as unknown;
    const isMap = typeof mapping === 'object' && mapping !== null && !Array.isArray(mapping);
    const isWhole = isMap && Object.values(mapping).every((key) => key === null || typeof key === 'string');
    if (isWhole) return mapping as Record<string, string | null>;
  } catch {
    // Said below.
  }
  throw invalidField('mapping', 'Must be a JSON object such as {"Column": "key"}.');
}

async function readHeader(
  ctx: Ctx,
  definition: Definition,
  { id }: Received,
  query: Query,
  mapping: Readonly<Record<string, string | null>>,
) {
  const start = (await findChunk(ctx, id, 0)) ?? Buffer.alloc(0);
  const [line = ''] = start.toString('utf8').split(/[\r\n]/, 1);
  const delimiter = query.delimiter ?? delimiterOf(line);
  const first = await firstRow(start, delimiter);
  const header = (first?.cells ?? []).map((cell) => cell.trim());
  if (!first || header.every((cell) => cell === '')) throw badRequest('The file has no header.');
  const { columns, wrong } = columnsFrom(definition, header, mapping);
  if (wrong.length > 0) throw invalid({ mapping: wrong });
  return { delimiter, header, columns, done_bytes: first.endsAt };
}

async function firstRow(start: Buffer, delimiter: string): Promise<FileRow | undefined> {
  try {
    for await (const row of csvRows(only(start), { delimiter, from: 0, most: 1 })) return row;
    return undefined;
  } catch (error) {
    const why = whyUnreadable(error);
    throw why === undefined ? error : badRequest(why);
  }
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

export async function loadImport(ctx: Ctx, importId: string): Promise<ImportRow> {
  await demandCrm(ctx);
  const found = await findImport(ctx, importId);
  if (!found) throw notFound('Import');
  return found;
}

const mostErrors = 100;

export function firstErrors(ctx: Ctx, { id, failed }: ImportRow): Promise<RowError[]> | RowError[] {
  return failed === 0 ? [] : listErrors(ctx, id, { limit: mostErrors, offset: 0 });
}

/** Has an import taken back. */
export async function undoImport(ctx: Ctx, importId: string): Promise<ImportRow> {
  await demandCrm(ctx);
  const held = await lockImport(ctx, importId);
  if (!held) throw notFound('Import');
  if (held.status !== 'completed' && held.status !== 'failed') {
    throw conflict(`This import is ${held.status}; only one that is over can be undone.`);
  }
  if ((await lastBatch(ctx, importId)) === undefined) throw conflict('This import wrote nothing.');
  await markUndoing(ctx, importId);
  await ctx.enqueue(runImport, { workspaceId: ctx.workspaceId, importId });
  return loadImport(ctx, importId);
}
