import type { Kysely } from 'kysely';
import { z } from 'zod';
import { createSystemActor, type Actor } from './auth/actor.ts';
import { createContext, type Ctx, type Effects, type Runtime } from './context.ts';
import { listen } from './db/listen.ts';
import { runInSavepoint } from './db/savepoint.ts';
import type { DB } from './db/schema.gen.ts';
import { transact } from './db/transaction.ts';
import type { WorkspaceId } from './db/workspace-id.ts';
import { groupIntoBatches, trackProgress, type Progress } from './effect-progress.ts';
import {
  deleteFinished,
  findDue,
  findDueWorkspaces,
  findWaiting,
  lockOutbox,
  updateUnfinished,
  wakeChannel,
  type OutboxRow,
} from './outbox.ts';
import type { WaitingEvents } from './reactions.ts';
import type { RunningService, Service } from './services.ts';
import { createSignal, sleep } from './signal.ts';

/**
 * Runs the `later` reactions of events. A batch of one workspace is one transaction: it reads rows of the outbox, runs their
 * reactions, and deletes the rows. So an effect and the removal of its cause are committed together, or neither is, whenever
 * a process is killed; docs/decisions/0017 says more.
 */

const batchSize = 200;
/** Workspaces whose effects a process runs at the same time. */
const workspacesAtOnce = 2;
/** How often to look without being woken, and how often for a second after something was found. */
const idleMs = 500;
const attentiveMs = 1_000;
const attentiveIdleMs = 50;
/** Between batches that were not full: in the meantime more is published, which then costs less. */
const paceMs = 50;
const afterErrorMs = 1_000;

export const effects: Service = { name: 'effects', pool: 'worker', start: startEffects };

function startEffects(runtime: Runtime): RunningService {
  const log = runtime.log.child({ part: 'effects' });
  const woken = createSignal();
  let isStopping = false;
  let attentiveUntilMs = 0;

  const loop = async (): Promise<void> => {
    while (!isStopping) {
      try {
        const count = await runDueEffects(runtime);
        if (count > 0) attentiveUntilMs = performance.now() + attentiveMs;
        if (count < batchSize && !isStopping) {
          await woken.received(performance.now() < attentiveUntilMs ? attentiveIdleMs : idleMs);
          if (!isStopping) await sleep(paceMs);
        }
      } catch (error) {
        log.warn({ err: error }, 'effects wait for the database');
        if (!isStopping) await woken.received(afterErrorMs);
      }
    }
  };
  const listening = listen(runtime.database.pool, wakeChannel, woken.send);
  const running = loop();
  return {
    async stop() {
      isStopping = true;
      woken.send();
      await running;
      listening.stop();
    },
  };
}

/** One batch of each workspace that has some due, so that none waits for the backlog of another. How many events. */
export async function runDueEffects(runtime: Runtime): Promise<number> {
  const workspaces = await findDueWorkspaces(runtime.database);
  let count = 0;
  const next = async (): Promise<void> => {
    for (let id = workspaces.pop(); id !== undefined; id = workspaces.pop()) {
      count += await runBatch(runtime, id);
    }
  };
  await Promise.all(Array.from({ length: workspacesAtOnce }, next));
  return count;
}

async function runBatch(runtime: Runtime, workspaceId: WorkspaceId): Promise<number> {
  await runtime.domains.refresh();
  return transact(runtime.database, workspaceId, async (db) => {
    if (!(await lockOutbox(db, workspaceId))) return 0;
    return runDueIn(runtime, db, workspaceId);
  });
}

/** In a transaction that has just created its workspace, so that nobody else can run its effects. */
export async function runEffectsWithin(runtime: Runtime, ctx: Ctx): Promise<void> {
  while ((await runDueIn(runtime, ctx.db, ctx.workspaceId)) > 0);
}

async function runDueIn(runtime: Runtime, db: Kysely<DB>, workspaceId: WorkspaceId): Promise<number> {
  const rows = await findDue(db, workspaceId, batchSize);
  if (rows.length === 0) return 0;
  const reactionsTo = (name: string) => runtime.reactions.to(name)?.later.map(([reaction]) => reaction) ?? [];
  const progress = trackProgress(rows, await findWaiting(db, workspaceId, rows), reactionsTo);
  for (const batch of groupIntoBatches(rows)) {
    const ctx = createContext(runtime, actorOf(workspaceId, batch[0]), db);
    const { payload, later } = runtime.reactions.to(batch[0].name) ?? nothing;
    for (const [reaction, react] of later) {
      const run = (events: readonly OutboxRow[]) =>
        react(
          ctx,
          events.map((event) => ({ ...event, payload: payload.parse(event.payload) })),
        );
      await runReaction(ctx, reaction, run, batch, progress);
    }
  }
  await deleteFinished(db, workspaceId, progress.finished());
  await updateUnfinished(db, workspaceId, progress.unfinished());
  return rows.length;
}

/** An event of an older version, which nothing follows from any more. */
const nothing: Pick<Effects, 'payload' | 'later'> = { payload: z.unknown(), later: [] };

/** Effects are the work of the actor who caused them, and need no permission. */
function actorOf(workspaceId: WorkspaceId, { actorKind, memberId }: OutboxRow): Actor {
  return { ...createSystemActor(workspaceId), kind: actorKind as Actor['kind'], memberId: memberId ?? '' };
}

/** Runs a reaction for as many events as possible. When it fails, halves are tried, until it is known for which. */
async function runReaction(
  ctx: Ctx,
  reaction: string,
  run: (events: readonly OutboxRow[]) => Promise<WaitingEvents | void>,
  rows: readonly OutboxRow[],
  progress: Progress,
): Promise<void> {
  const ready = rows.filter((row) => progress.isReady(row, reaction));
  const [only, second] = ready;
  if (!only) return;
  try {
    const outcome = await runInSavepoint(ctx, () => run(ready));
    const waits = new Set(outcome?.waiting);
    progress.succeeded(
      ready.filter(({ id }) => !waits.has(id)),
      reaction,
    );
    progress.postponed(
      ready.filter(({ id }) => waits.has(id)),
      reaction,
    );
  } catch (error) {
    if (!second) return noteFailure(ctx, only, reaction, error, progress);
    const middle = Math.ceil(ready.length / 2);
    await runReaction(ctx, reaction, run, ready.slice(0, middle), progress);
    await runReaction(ctx, reaction, run, ready.slice(middle), progress);
  }
}

function noteFailure(ctx: Ctx, row: OutboxRow, reaction: string, error: unknown, progress: Progress): void {
  const message = error instanceof Error ? error.message : String(error);
  const isLast = progress.failed(row, reaction, message);
  const about = { effectId: row.id, event: row.name, reaction, attempts: row.attempts + 1, error: message };
  if (isLast) ctx.log.error(about, 'effect given up');
  else ctx.log.warn(about, 'effect failed');
}
