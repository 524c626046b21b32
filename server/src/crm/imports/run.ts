import { systemActor, type Actor } from '../../platform/auth/actor.ts';
import { inWorkspace, readInWorkspace, type Ctx, type Runtime } from '../../platform/context.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { newUuid } from '../../platform/ids.ts';
import { Problem } from '../../platform/problems.ts';
import { countOf, failedBy, type Item, itemsFrom, type Outcome, writeMany } from '../bulk/public.ts';
import { type Definition, openObject } from '../schema/public.ts';
import { bodyFrom, whyUnstorable } from './rules.ts';
import { tryOut } from './dry-run.ts';
import { csvRows, ndjsonRows, whyUnreadable, type FileRow } from './read-file.ts';
import { Turns, type Turn } from './turns.ts';
import { undoBatch } from './undo.ts';
import {
  chunkBytes,
  endImport,
  findChunk,
  insertErrors,
  leaseImport,
  lockImport,
  noteBatch,
  releaseImport,
  type BatchResult,
  type ImportRow,
} from './store.ts';
import { demandMatching } from '../records/public.ts';

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
  const turns = new Turns();
  let batch: Batch = { rows: [], begins: from, rowsBefore: leased.rows_done };
  const write = () => {
    const full = batch;
    batch = { rows: [], begins: endOf(full), rowsBefore: full.rowsBefore + full.rows.length };
    return turns.take((turn) => writeBatch(runtime, actor, { ...leased, worker }, full, turn));
  };
  try {
    for await (const row of rows) {
      batch.rows.push(row);
      if (batch.rows.length < batchRows && row.endsAt - batch.begins < batchBytes) continue;
      if (!(await write())) return true;
      if (performance.now() > untilMs) return !(await turns.end());
    }
    if (batch.rows.length > 0) await write();
    if (await turns.end()) await inWorkspace(runtime, actor, (ctx) => endImport(ctx, id, 'completed'));
    return true;
  } finally {
    // Nobody else may take over before the last one is through.
    await turns.end().catch(() => {});
  }
}

/** Rows that follow each other in a file: where they begin in it, and how many come before. */
interface Batch {
  readonly rows: FileRow[];
  readonly begins: number;
  readonly rowsBefore: number;
}

function endOf({ rows, begins }: Batch): number {
  return rows.at(-1)?.endsAt ?? begins;
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

/**
 * Rows and how far they reach in one transaction: so after a crash each has been written once, or not at all. False when
 * somebody else works on the import by now, or it is gone.
 */
async function writeBatch(
  runtime: Runtime,
  actor: Actor,
  leased: ImportRow,
  batch: Batch,
  { before, hold }: Turn,
): Promise<boolean> {
  let isHeld = false;
  const onHeld = () => {
    isHeld = true;
    hold();
  };
  try {
    await inWorkspace(runtime, actor, async (ctx) => {
      // What was lost in a race is tried again; but not with a successor that has begun since.
      if (isHeld) throw new Error('A batch of an import that another one follows can not be begun again.');
      const result = await writeRows(ctx, leased, batch, onHeld);
      if (!(await before) || !(await noteBatch(ctx, leased, result))) throw new NotOurs();
    });
    return true;
  } catch (error) {
    if (error instanceof NotOurs) return false;
    throw error;
  }
}

class NotOurs extends Error {}

/** Everything but the count and how far it got: these others may wait for, so they come last. */
async function writeRows(
  ctx: Ctx,
  leased: ImportRow,
  batch: Batch,
  onHeld: () => void,
): Promise<BatchResult> {
  const definition = await openObject(ctx, leased.slug, 'write');
  const { items, wrong } = readRows(definition, leased, batch.rows);
  const { is_dry_run: isDryRun } = leased;
  const place = { importId: leased.id, rowsBefore: batch.rowsBefore };
  const written = isDryRun
    ? await tryOut(ctx, definition, place, items, () => writeItems(ctx, definition, leased, items))
    : await writeItems(ctx, definition, leased, items, onHeld);
  const outcomes = new Map([...written, ...wrong]);
  const failures = [...outcomes].flatMap(([index, outcome]) =>
    outcome.status === 'failed' ? [{ row: batch.rowsBefore + index + 1, ...outcome.error }] : [],
  );
  await insertErrors(ctx, leased.id, failures);
  return {
    beginBytes: batch.begins,
    doneBytes: endOf(batch),
    rows: batch.rows.length,
    created: countOf(outcomes, 'created'),
    updated: countOf(outcomes, 'updated'),
    failed: failures.length,
  };
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
  onHeld?: () => void,
): Promise<Map<number, Outcome>> {
  const matching = key === null ? undefined : demandMatching(definition, key);
  const source = { isPerson: true, detail: { importId: id } };
  return writeMany(ctx, definition, items, { matching, source, onHeld });
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
