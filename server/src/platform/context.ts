import { sql, type Kysely } from 'kysely';
import type { z } from 'zod';
import type { Actor } from './auth/actor.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { DB } from './db/schema.gen.ts';
import { read, transact, type Database } from './db/transaction.ts';
import type { WorkspaceId } from './db/workspace-id.ts';
import type { EventKind, Reactions } from './outbox.ts';
import { newUuid } from './ids.ts';
import type { JobKind } from './jobs.ts';
import type { Log } from './log.ts';
import type { Outbound } from './safe-fetch/safe-fetch.ts';
import type { Secrets } from './secrets.ts';

/** What the process has, made once at start and handed to whatever needs it. */
export interface Runtime {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly reactions: Reactions;
  readonly secrets: Secrets;
  /** How to reach an address that a user gave. */
  readonly outbound: Outbound;
}

/** What a use case works with: one transaction, in one workspace, on behalf of one actor. */
export interface Ctx {
  readonly db: Kysely<DB>;
  /** Which database this is, for what is kept in memory about it; questions go to `db`. */
  readonly database: object;
  readonly workspaceId: WorkspaceId;
  readonly actor: Actor;
  readonly now: Date;
  readonly log: Log;
  readonly publicUrl: string;
  readonly secrets: Secrets;
  /** Records that something happened. Immediate reactions run now, the others as jobs once this is committed. */
  publish<S extends z.ZodType>(event: EventKind<S>, payload: z.output<S>): Promise<void>;
  /** The same for many at once, in one statement. */
  publishAll<S extends z.ZodType>(event: EventKind<S>, payloads: readonly z.output<S>[]): Promise<void>;
  /** Adds a job that exists if and only if this transaction commits. The same key replaces a job not yet run. */
  enqueue<S extends z.ZodType>(
    job: JobKind<S>,
    payload: z.output<S>,
    when?: { runAt?: Date; key?: string },
  ): Promise<void>;
}

export function inWorkspace<T>(runtime: Runtime, actor: Actor, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return transact(runtime.database, actor.workspaceId, (db) => work(contextOn(runtime, actor, db)));
}

export function readInWorkspace<T>(
  runtime: Runtime,
  actor: Actor,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  return read(runtime.database, actor.workspaceId, (db) => work(contextOn(runtime, actor, db)));
}

function contextOn(runtime: Runtime, actor: Actor, db: Kysely<DB>): Ctx {
  const ctx: Ctx = {
    db,
    database: runtime.database,
    workspaceId: actor.workspaceId,
    actor,
    now: runtime.clock.now(),
    log: runtime.log,
    publicUrl: runtime.config.publicUrl,
    secrets: runtime.secrets,
    publish: (event, payload) => ctx.publishAll(event, [payload]),
    async publishAll(event, payloads) {
      if (payloads.length === 0) return;
      const told = payloads.map((payload) => ({ id: newUuid(), payload }));
      await sql`insert into outbox (workspace_id, id, name, payload)
        select ${ctx.workspaceId}, x.id, ${event.name}, x.payload
        from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as x (id uuid, payload jsonb)`.execute(db);
      const { now, nowBatch, later } = runtime.reactions.to(event.name);
      for (const react of nowBatch) await react(ctx, payloads);
      for (const { id, payload } of told) {
        for (const react of now) await react(ctx, payload);
        for (const job of later) await ctx.enqueue(job, { workspaceId: ctx.workspaceId, eventId: id });
      }
    },
    async enqueue(job, payload, { runAt, key } = {}) {
      const json = JSON.stringify(payload);
      const at = runAt?.toISOString() ?? null;
      await sql`select enqueue(${job.name}, ${json}::json, ${at}::timestamptz, ${key ?? null})`.execute(db);
    },
  };
  return ctx;
}
