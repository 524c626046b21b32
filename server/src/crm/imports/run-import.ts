import { createSystemActor, type Actor } from '../../platform/auth/actor.ts';
import { runInWorkspace, readInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import { runInSavepoint } from '../../platform/db/savepoint.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { generateUuid } from '../../platform/ids.ts';
import { badRequest, Problem, type FieldErrors } from '../../platform/problems.ts';
import { toItemError } from '../bulk/public.ts';
import {
  countOutcomes,
  requireMatchingAttribute,
  type Outcome,
  type WriteItem,
  writeRecords,
} from '../records/public.ts';
import { type Attribute, type Definition, openObject } from '../schema/public.ts';
import { parseGoodValues, joinSentences, dropRejected, type DroppedValues } from './drop-bad-values.ts';
import { writeAsDryRun } from './dry-run.ts';
import { readCsvRows, readNdjsonRows, findReadError, type FileRow } from './read-file.ts';
import { resolveReferences } from './resolve-references.ts';
import { buildBody, findUnstorable } from './rules.ts';
import { insertErrors, type RowError } from './errors.store.ts';
import {
  chunkBytes,
  endImport,
  findChunk,
  leaseImport,
  releaseImport,
  saveProgress,
  type BatchResult,
  type ImportRow,
} from './store.ts';
import { scanNotations } from './scan-notations.ts';
import { undoUntil } from './undo-batch.ts';

export interface ImportAddress {
  readonly workspaceId: WorkspaceId;
  readonly importId: string;
}

/** How long a job works on an import before it enqueues the next one, so that others get a turn and a process can stop. */
const jobMs = 5_000;

/** Works on an import for a while. Returns whether there is more to do. Does nothing while another worker has the lease. */
export async function runImport(
  runtime: Runtime,
  { workspaceId, importId }: ImportAddress,
): Promise<boolean> {
  const worker = generateUuid();
  const system = createSystemActor(workspaceId);
  const leased = await runInWorkspace(runtime, system, (ctx) => leaseImport(ctx, importId, worker));
  if (!leased) return false;
  const actor = actorOf(leased, workspaceId);
  const untilMs = performance.now() + jobMs;
  try {
    return leased.status === 'undoing'
      ? await undoUntil(runtime, actor, leased, untilMs)
      : await writeUntil(runtime, actor, leased, untilMs);
  } catch (error) {
    const sentence = findFailureReason(error);
    if (sentence === undefined) throw error;
    await runInWorkspace(runtime, system, (ctx) => endImport(ctx, leased, 'failed', sentence));
    return false;
  } finally {
    await runInWorkspace(runtime, system, (ctx) => releaseImport(ctx, importId, worker));
  }
}

/** Rows are written on behalf of the caller who sent the file. */
function actorOf(leased: ImportRow, workspaceId: WorkspaceId): Actor {
  const { actor_kind: kind, member_id: memberId, member_role: role } = leased;
  const system = createSystemActor(workspaceId);
  return {
    ...system,
    kind: kind as Actor['kind'],
    memberId: memberId ?? '',
    // An undo was started by an owner or admin, even if someone else sent the file.
    role: leased.status === 'undoing' ? system.role : (role ?? system.role),
  };
}

/** Why an import can't go on: the object was deleted, or the file is malformed. Undefined for errors worth a retry. */
function findFailureReason(error: unknown): string | undefined {
  return error instanceof Problem ? error.message : findReadError(error);
}

/**
 * Writes one batch after the other, each in its own transaction, and reads the next one from the file in the meantime. No
 * transaction waits for another one of this import.
 */
async function writeUntil(
  runtime: Runtime,
  actor: Actor,
  found: ImportRow,
  untilMs: number,
): Promise<boolean> {
  const leased = found.needs_scan
    ? await scanNotations(runtime, actor, found, rowsOf(runtime, actor, found))
    : found;
  let isWritten = Promise.resolve(true);
  try {
    for await (const batch of readBatches(runtime, actor, leased)) {
      if (!(await isWritten)) return false;
      isWritten = writeBatch(runtime, actor, leased, batch);
      // The rejection is handled where this is awaited; until then the next batch is read.
      isWritten.catch(() => {});
      if (performance.now() > untilMs) return await isWritten;
    }
    if (await isWritten) await runInWorkspace(runtime, actor, (ctx) => endImport(ctx, leased, 'completed'));
    return false;
  } finally {
    // The lease is released only after the last write has ended.
    await isWritten.catch(() => {});
  }
}

/** Rows that follow each other in a file, from `beginBytes` to `endBytes`. */
interface Batch {
  readonly rows: readonly FileRow[];
  readonly beginBytes: number;
  readonly endBytes: number;
  readonly rowsBefore: number;
}

const batchRows = 1000;
const batchBytes = 4 * 1024 * 1024;

async function* readBatches(runtime: Runtime, actor: Actor, leased: ImportRow): AsyncGenerator<Batch> {
  const { done_bytes: from, rows_done: rowsDone } = leased;
  let [rows, beginBytes, rowsBefore]: [FileRow[], number, number] = [[], from, rowsDone];
  for await (const row of rowsOf(runtime, actor, leased)) {
    rows.push(row);
    if (rows.length < batchRows && row.endsAt - beginBytes < batchBytes) continue;
    yield { rows, beginBytes, endBytes: row.endsAt, rowsBefore };
    [rows, beginBytes, rowsBefore] = [[], row.endsAt, rowsBefore + rows.length];
  }
  const last = rows.at(-1);
  if (last) yield { rows, beginBytes, endBytes: last.endsAt, rowsBefore };
}

/** The rows that have not been written yet. */
function rowsOf(
  runtime: Runtime,
  actor: Actor,
  { id, format, delimiter, done_bytes: from }: ImportRow,
): AsyncGenerator<FileRow> {
  const bytes = bytesFrom(runtime, actor, id, from);
  return format === 'csv' ? readCsvRows(bytes, { delimiter, from }) : readNdjsonRows(bytes, from);
}

async function* bytesFrom(
  runtime: Runtime,
  actor: Actor,
  importId: string,
  from: number,
): AsyncGenerator<Buffer> {
  for (let number = Math.floor(from / chunkBytes); ; number += 1) {
    const place = number;
    const chunk = await readInWorkspace(runtime, actor, (ctx) => findChunk(ctx, importId, place));
    if (!chunk) return;
    yield chunk.subarray(Math.max(0, from - number * chunkBytes));
  }
}

class LeaseLostError extends Error {}

/**
 * Writes rows and progress in one transaction, so that after a crash each row was written once or not at all. Returns
 * false if another worker has the lease by now, or the import is gone.
 */
async function writeBatch(runtime: Runtime, actor: Actor, leased: ImportRow, batch: Batch): Promise<boolean> {
  try {
    await runInWorkspace(runtime, actor, async (ctx) => {
      const result = await writeRows(ctx, leased, batch);
      if (!(await saveProgress(ctx, leased, result))) throw new LeaseLostError();
    });
    return true;
  } catch (error) {
    if (error instanceof LeaseLostError) return false;
    throw error;
  }
}

async function writeRows(ctx: Ctx, leased: ImportRow, batch: Batch): Promise<BatchResult> {
  const definition = await openObject(ctx, leased.slug, 'write');
  const { items, failed, dropped } = await parseRows(ctx, definition, leased, batch.rows);
  const { rowsBefore, beginBytes, endBytes } = batch;
  const write = () => writeItems(ctx, definition, leased, items, dropped);
  const place = { importId: leased.id, rowsBefore };
  const written = leased.is_dry_run
    ? await writeAsDryRun(ctx, definition, place, items, write)
    : await write();
  const outcomes = new Map([...written, ...failed]);
  const errors = [...outcomes].flatMap(([index, outcome]) => {
    const error = errorOfRow(outcome, dropped.get(index));
    return error ? [{ row: rowsBefore + index + 1, ...error }] : [];
  });
  await insertErrors(ctx, leased.id, errors);
  return {
    beginBytes,
    endBytes,
    rows: batch.rows.length,
    created: countOutcomes(outcomes, 'created'),
    updated: countOutcomes(outcomes, 'updated'),
    failed: countOutcomes(outcomes, 'failed'),
    partial: errors.filter(({ status }) => status === 'partial').length,
  };
}

function errorOfRow(outcome: Outcome, dropped: FieldErrors | undefined): Omit<RowError, 'row'> | undefined {
  if (outcome.status !== 'failed')
    return dropped && { status: 'partial', message: joinSentences(dropped), errors: dropped };
  const { message, errors } = toItemError(outcome.problem);
  // What was left out may be why the rest is not enough.
  return { status: 'failed', message, ...(errors && { errors: { ...dropped, ...errors } }) };
}

/** Rows as items, what was left out of them, and the outcomes of those that can't be parsed. */
async function parseRows(
  ctx: Ctx,
  definition: Definition,
  leased: ImportRow,
  rows: readonly FileRow[],
): Promise<{ items: WriteItem[]; failed: Map<number, Outcome>; dropped: DroppedValues }> {
  const sentences = new Map<number, string>();
  const bodies = rows.map((row, index) => {
    const body = row.body ?? buildBody(definition, leased, row.cells ?? []);
    const why = row.wrong ?? findLengthProblem(row, leased.columns.length) ?? findUnstorable(body);
    if (why === undefined) return body;
    sentences.set(index, why);
    return {};
  });
  const { bodies: resolved, wrong: dropped } = await resolveReferences(ctx, definition, bodies);
  const { items, failed } = parseGoodValues(definition, resolved, matchingOf(definition, leased), dropped);
  const unreadable = [...sentences].map(([index, why]): [number, Outcome] => [
    index,
    { status: 'failed', problem: badRequest(why) },
  ]);
  return {
    items: items.filter(({ index }) => !sentences.has(index)),
    failed: new Map([...failed, ...unreadable]),
    dropped,
  };
}

function findLengthProblem({ cells }: FileRow, columns: number): string | undefined {
  if (!cells || cells.length <= columns) return undefined;
  return `The row has ${cells.length} cells, but the header has ${columns}.`;
}

async function writeItems(
  ctx: Ctx,
  definition: Definition,
  leased: ImportRow,
  items: readonly WriteItem[],
  dropped: DroppedValues,
): Promise<Map<number, Outcome>> {
  const matching = matchingOf(definition, leased);
  const options = { matching, source: { isPerson: true, detail: { importId: leased.id } } };
  let rest = items;
  const outcomes = await runInSavepoint(
    ctx,
    () => writeRecords(ctx, definition, items, options),
    (written) => {
      rest = dropRejected(definition, items, written, matching, dropped);
      return rest === items;
    },
  );
  // All again: of two rows with the same key the first comes first.
  return rest === items ? outcomes : writeItems(ctx, definition, leased, rest, dropped);
}

function matchingOf(definition: Definition, { matching_attribute: key }: ImportRow): Attribute | undefined {
  return key === null ? undefined : requireMatchingAttribute(definition, key, 'orId');
}
