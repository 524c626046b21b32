import type { createImport } from '@daybook/contract/crm-bulk';
import type { Input } from '@daybook/contract/route';
import type { Ctx } from '../../platform/context.ts';
import { detectDelimiter } from '../../platform/csv.ts';
import { badRequest, invalid, invalidField, notFound } from '../../platform/problems.ts';
import { requireMatchingAttribute } from '../records/public.ts';
import { type Definition, requireCrm, canRead, openObject } from '../schema/public.ts';
import { runImportJob } from './jobs.ts';
import { readCsvRows, findReadError, type FileRow } from './read-file.ts';
import type { ReceivedFile } from './receive-file.ts';
import { mapColumns, findNotationKind, type Mapping } from './rules.ts';
import { listErrors, type RowError } from './errors.store.ts';
import { findChunk, findImport, markPending, type ImportRow } from './store.ts';

type Query = Input<typeof createImport>['query'];

/** Starts to import a file that was uploaded. */
export async function startImport(
  ctx: Ctx,
  slug: string,
  query: Query,
  received: ReceivedFile,
): Promise<ImportRow> {
  const definition = await openObject(ctx, slug, 'read');
  const { matchingAttribute = null, dryRun } = query;
  if (matchingAttribute !== null) requireMatchingAttribute(definition, matchingAttribute, 'orId');
  const mapping = parseMapping(query.mapping);
  const table =
    received.format === 'csv' ? await readHeader(ctx, definition, received, query, mapping) : noHeader;
  await markPending(ctx, received.id, {
    matching_attribute: matchingAttribute,
    is_dry_run: dryRun,
    size_bytes: received.sizeBytes,
    rows_total: Math.max(0, received.lines - (received.format === 'csv' ? 1 : 0)),
    ...table,
  });
  await ctx.enqueue(runImportJob, { workspaceId: ctx.workspaceId, importId: received.id });
  return loadImport(ctx, received.id);
}

const noHeader = { delimiter: ',', header: [], columns: [], notations: [], needs_scan: false, done_bytes: 0 };

function parseMapping(text: string | undefined): Mapping {
  if (text === undefined) return {};
  try {
    const mapping = JSON.parse(text) as unknown;
    const isMap = typeof mapping === 'object' && mapping !== null;
    const isMapping = isMap && Object.values(mapping).every((key) => key === null || typeof key === 'string');
    if (isMapping) return mapping as Mapping;
  } catch {
    // Thrown below.
  }
  throw invalidField(
    'mapping',
    'Must be a JSON object such as {"Column": "key"}, or a list with the key of each column.',
  );
}

async function readHeader(
  ctx: Ctx,
  definition: Definition,
  { id }: ReceivedFile,
  query: Query,
  mapping: Mapping,
) {
  const start = (await findChunk(ctx, id, 0)) ?? Buffer.alloc(0);
  const [line = ''] = start.toString('utf8').split(/[\r\n]/, 1);
  const delimiter = query.delimiter ?? detectDelimiter(line);
  const first = await firstRow(start, delimiter);
  const header = (first?.cells ?? []).map((cell) => cell.trim());
  if (!first || header.every((cell) => cell === '')) throw badRequest('The file has no header.');
  const matchingKey = query.matchingAttribute ?? null;
  const { columns, wrong } = mapColumns(definition, header, { mapping, matchingKey });
  if (wrong.length > 0) throw invalid({ mapping: wrong });
  const kinds = columns.map((key) => findNotationKind(definition, key));
  const notations = kinds.map((kind) => (kind && query[kind]) ?? null);
  const needsScan = kinds.some((kind) => kind && query[kind] === undefined);
  return { delimiter, header, columns, notations, needs_scan: needsScan, done_bytes: first.endsAt };
}

async function firstRow(start: Buffer, delimiter: string): Promise<FileRow | undefined> {
  try {
    for await (const row of readCsvRows(only(start), { delimiter, from: 0, maxRows: 1 })) return row;
    return undefined;
  } catch (error) {
    const why = findReadError(error);
    throw why === undefined ? error : badRequest(why);
  }
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

export async function loadImport(ctx: Ctx, importId: string): Promise<ImportRow> {
  await requireCrm(ctx);
  const found = await findImport(ctx, importId);
  if (!found || !canRead(ctx.actor, { userPermission: found.user_permission })) throw notFound('Import');
  return found;
}

const maxErrors = 100;

export function listFirstErrors(
  ctx: Ctx,
  { id, failed, partial }: ImportRow,
): Promise<RowError[]> | RowError[] {
  return failed + partial === 0 ? [] : listErrors(ctx, id, { limit: maxErrors, offset: 0 });
}
