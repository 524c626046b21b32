import { systemActor, type Actor } from '../platform/auth/actor.ts';
import { inWorkspace, readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { newUuid } from '../platform/ids.ts';
import { Problem } from '../platform/problems.ts';
import { failedBy, type Item, type Outcome } from './bulk.rules.ts';
import { itemsFrom } from './bulk.ts';
import { writeMany } from './bulk-write.ts';
import { openObject, type Definition } from './definitions.ts';
import { bodyFrom, whyUnstorable } from './import.rules.ts';
import { tryOut } from './import-dry-run.ts';
import { csvRows, ndjsonRows, whyUnreadable, type FileRow } from './import-read.ts';
import { undoBatch } from './import-undo.ts';
import {
  chunkBytes,
  endImport,
  findChunk,
  insertErrors,
  leaseImport,
  lockImport,
  noteBatch,
  releaseImport,
  type ImportRow,
} from './import.store.ts';
import { demandMatching } from './records.ts';

export interface Where {
  readonly workspaceId: WorkspaceId;
  readonly importId: string;
}

const batchRows = 1000;
const batchBytes = 4 * 1024 * 1024;
/** Then others have their turn, and a process that is to stop can. */
const turnMs = 5_000;

/** Works on an import for a while; whether there is more to do. Whoever comes while another works on it goes away. */
export async function advanceImport(runtime: Runtime, { workspaceId, importId }: Where): Promise<boolean> {
  const worker = newUuid();
  const system = systemActor(workspaceId);
  const leased = await inWorkspace(runtime, system, (ctx) => leaseImport(ctx, importId, worker));
  if (!leased) return false;
  const actor = actorOf(leased, workspaceId);
  const until = performance.now() + turnMs;
  try {
    const isOver =
      leased.status === 'undoing'
        ? await undoUntil(runtime, actor, leased, worker, until)
        : await runUntil(runtime, actor, leased, worker, until);
    return !isOver;
  } catch (error) {
    const sentence = whyEnded(error);
    if (sentence === undefined) throw error;
    await inWorkspace(runtime, system, (ctx) => endImport(ctx, importId, 'failed', sentence));
    return false;
  } finally {
    await inWorkspace(runtime, system, (ctx) => releaseImport(ctx, importId, worker));
  }
}

/** Rows are written on behalf of whoever sent them. */
function actorOf({ actor_kind: kind, member_id: memberId }: ImportRow, workspaceId: WorkspaceId): Actor {
  return { ...systemActor(workspaceId), kind: kind as Actor['kind'], memberId: memberId ?? '' };
}

/** What nobody can mend by trying again: the object is gone, or the file can't be read on. */
function whyEnded(error: unknown): string | undefined {
  return error instanceof Problem ? error.message : whyUnreadable(error);
}

async function runUntil(
  runtime: Runtime,
  actor: Actor,
  leased: ImportRow,
  worker: string,
  untilMs: number,
): Promise<boolean> {
  const { id, done_bytes: from, delimiter } = leased;
  const bytes = bytesFrom(runtime, actor, id, from);
  const rows = leased.format === 'csv' ? csvRows(bytes, { delimiter, from }) : ndjsonRows(bytes, from);
  let batch: FileRow[] = [];
  let begins = from;
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < batchRows && row.endsAt - begins < batchBytes) continue;
    if (!(await writeBatch(runtime, actor, { id, worker }, batch, begins))) return true;
    begins = row.endsAt;
    batch = [];
    if (performance.now() > untilMs) return false;
  }
  if (!(await writeBatch(runtime, actor, { id, worker }, batch, begins))) return true;
  await inWorkspace(runtime, actor, (ctx) => endImport(ctx, id, 'completed'));
  return true;
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

/** Rows and how far they reach in one transaction: so after a crash each has been written once, or not at all. */
function writeBatch(
  runtime: Runtime,
  actor: Actor,
  { id, worker }: { id: string; worker: string },
  batch: readonly FileRow[],
  begins: number,
): Promise<boolean> {
  return inWorkspace(runtime, actor, async (ctx) => {
    const held = await lockImport(ctx, id);
    if (!held || held.worker !== worker || held.done_bytes !== begins) return false;
    if (batch.length === 0) return true;
    const definition = await openObject(ctx, held.slug, 'write');
    const { items, wrong } = readRows(definition, held, batch);
    const write = () => writeItems(ctx, definition, held, items);
    const written = held.is_dry_run ? await tryOut(ctx, definition, held, items, write) : await write();
    const outcomes = new Map([...written, ...wrong]);
    const failures = [...outcomes].flatMap(([index, outcome]) =>
      outcome.status === 'failed' ? [{ row: held.rows_done + index + 1, ...outcome.error }] : [],
    );
    await insertErrors(ctx, id, failures);
    const count = (status: Outcome['status']) =>
      [...outcomes.values()].filter((outcome) => outcome.status === status).length;
    await noteBatch(ctx, id, {
      doneBytes: batch.at(-1)?.endsAt ?? begins,
      rows: batch.length,
      created: count('created'),
      updated: count('updated'),
      failed: failures.length,
      isWritten: !held.is_dry_run,
    });
    return true;
  });
}

/** Rows that can be written, and what is wrong with the others. */
function readRows(
  definition: Definition,
  { columns }: ImportRow,
  batch: readonly FileRow[],
): { items: Item[]; wrong: Map<number, Outcome> } {
  const unread = new Map<number, Outcome>();
  const bodies = batch.map((row, index) => {
    const body = row.body ?? bodyFrom(definition, columns, row.cells ?? []);
    const why = row.wrong ?? whyNotRead(row, columns.length) ?? whyUnstorable(body);
    if (why !== undefined) unread.set(index, failedBy(new Problem(400, why, {})));
    return why === undefined ? body : {};
  });
  const { items, outcomes } = itemsFrom(definition, bodies);
  const good = items.filter(({ index }) => !unread.has(index));
  return { items: good, wrong: new Map([...outcomes, ...unread]) };
}

function whyNotRead({ cells }: FileRow, columns: number): string | undefined {
  if (!cells || cells.length <= columns) return undefined;
  return `The row has ${cells.length} cells, and the header ${columns}.`;
}

function writeItems(
  ctx: Ctx,
  definition: Definition,
  { id, matching_attribute: key }: ImportRow,
  items: readonly Item[],
): Promise<Map<number, Outcome>> {
  const matching = key === null ? undefined : demandMatching(definition, key);
  const hand = { isPerson: true, detail: { importId: id } };
  return writeMany(ctx, definition, items, { matching, hand });
}

async function undoUntil(
  runtime: Runtime,
  actor: Actor,
  { id }: ImportRow,
  worker: string,
  untilMs: number,
): Promise<boolean> {
  while (performance.now() < untilMs) {
    const isOver = await inWorkspace(runtime, actor, async (ctx) => {
      const held = await lockImport(ctx, id);
      if (!held || held.worker !== worker) return true;
      return undoBatch(ctx, held);
    });
    if (isOver) return true;
  }
  return false;
}
