import { sql, type Kysely } from 'kysely';
import type { Actor } from '../auth/actor.ts';
import { createContext, readInWorkspace, type Ctx, type Runtime } from '../context.ts';
import type { DB } from './schema.gen.ts';
import { read, type Database } from './transaction.ts';

/** A copy of the database that follows it. */
export interface Replica extends Database {
  readonly maxLagMs: number;
}

/** How long a replica that failed is left alone: to find out again that it is gone may take seconds. */
const pauseMs = 10_000;
const unusableUntil = new WeakMap<Replica, number>();

/**
 * Reads where an answer may be a moment old. It comes from the replica if there is one that keeps up, and from the primary
 * otherwise.
 */
export async function readReplica<T>(
  runtime: Runtime,
  actor: Actor,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const { replica } = runtime;
  if (!replica || performance.now() < (unusableUntil.get(replica) ?? 0)) {
    return readInWorkspace(runtime, actor, work);
  }
  try {
    await runtime.domains.refresh();
    return await read(replica, actor.workspaceId, async (db) => {
      await requireFresh(db, replica);
      return work(createContext(runtime, actor, db));
    });
  } catch (error) {
    if (!isOfReplica(error)) throw error;
    unusableUntil.set(replica, performance.now() + pauseMs);
    runtime.log.warn({ err: error }, 'replica not used for a while');
    return readInWorkspace(runtime, actor, work);
  }
}

class Behind extends Error {}

/** A replica that has nothing to replay looks as old as the last commit; a primary without commits has time to answer itself. */
async function requireFresh(db: Kysely<DB>, { maxLagMs }: Replica): Promise<void> {
  const { rows } = await sql<{ ms: number }>`
    select coalesce(1000 * extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 as ms
  `.execute(db);
  const ms = rows[0]?.ms ?? 0;
  if (ms > maxLagMs) throw new Behind(`The replica is ${Math.round(ms / 1000)} s behind.`);
}

/** Behind, gone, or it ended the statement because a row that it reads was removed on the primary. */
function isOfReplica(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    error instanceof Behind ||
    /^(08|57P|40001|40P01|E[A-Z]+$)/.test(code) ||
    /connection|timeout/i.test(code === '' ? message : '')
  );
}
