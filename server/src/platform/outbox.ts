import { sql, type Kysely } from 'kysely';
import type { DB } from './db/schema.gen.ts';
import { transact, type Database } from './db/transaction.ts';
import type { WorkspaceId } from './db/workspace-id.ts';
import type { Person } from './personal-data.ts';

/** The table of events whose effects are still to come. */

export interface NewOutboxRow {
  readonly id: string;
  readonly stream: string;
  readonly payload: unknown;
}

export const wakeChannel = 'daybook_effects';

interface NewOutboxEvent {
  readonly name: string;
  readonly actorKind: string;
  readonly memberId: string | null;
  readonly delaySeconds?: number;
}

/** Adds events of one name in their order, and wakes the process that runs effects. */
export async function insertOutbox(
  db: Kysely<DB>,
  workspaceId: WorkspaceId,
  event: NewOutboxEvent,
  rows: readonly NewOutboxRow[],
): Promise<void> {
  const wakes = isTimeToWake();
  await sql`
    insert into outbox (workspace_id, stream, id, name, payload, actor_kind, member_id, run_at)
    select ${workspaceId}, x.stream, x.id, ${event.name}, x.payload, ${event.actorKind}, ${event.memberId},
      clock_timestamp() + make_interval(secs => ${event.delaySeconds ?? 0})
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (id uuid, stream text, payload jsonb))
      with ordinality as x (id, stream, payload, place)
    order by x.place
    returning case when ${wakes} then pg_notify(${wakeChannel}, '') end
  `.execute(db);
}

/**
 * PostgreSQL lets transactions that notify commit one at a time, so a busy process notifies now and then only. The process that runs
 * effects keeps looking for a while after a wake-up, and looks without one as well.
 */
function isTimeToWake(): boolean {
  const nowMs = performance.now();
  if (nowMs - lastWakeMs < wakeEveryMs) return false;
  lastWakeMs = nowMs;
  return true;
}

const wakeEveryMs = 100;
let lastWakeMs = Number.NEGATIVE_INFINITY;

export interface OutboxRow {
  readonly stream: string;
  readonly position: number;
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
  readonly actorKind: string;
  readonly memberId: string | null;
  readonly publishedAt: string;
  readonly done: readonly string[];
  readonly attempts: number;
}

/** Workspaces with effects that are due, found by stepping from one to the next however many rows each has. */
export async function findDueWorkspaces(database: Database): Promise<WorkspaceId[]> {
  const result = await transact(database, '*', (db) =>
    sql<{ id: WorkspaceId }>`
      with recursive head (workspace_id, run_at) as (
        (select workspace_id, run_at from outbox where failed_at is null
         order by workspace_id, run_at, position limit 1)
        union all
        select n.workspace_id, n.run_at from head h cross join lateral (
          select workspace_id, run_at from outbox o
          where o.failed_at is null and o.workspace_id > h.workspace_id
          order by o.workspace_id, o.run_at, o.position limit 1) n
      )
      select workspace_id as id from head where run_at <= clock_timestamp()
    `.execute(db),
  );
  return result.rows.map(({ id }) => id);
}

/**
 * Makes this transaction the only one that runs effects of a workspace; false when another one does. Its statements wait for
 * locks of others only briefly: an effect that meets one is tried again later, and the rest goes on.
 */
export async function lockOutbox(db: Kysely<DB>, workspaceId: WorkspaceId): Promise<boolean> {
  const result = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`effects ${workspaceId}`}, 0)) as locked,
      set_config('lock_timeout', '500ms', true), set_config('statement_timeout', '10s', true)
  `.execute(db);
  return result.rows[0]?.locked ?? false;
}

export interface InWorkspace {
  readonly db: Kysely<DB>;
  readonly workspaceId: WorkspaceId;
}

/** Keeps effects of a workspace from running until this transaction ends. Those that run now are waited for. */
export async function waitForEffects({ db, workspaceId }: InWorkspace): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`effects ${workspaceId}`}, 0))`.execute(db);
}

/** Erases a person from events whose effects are still to come. What was about nobody else has no effects any more. */
export async function erasePending(
  { db, workspaceId }: InWorkspace,
  { emails, inviteeIds }: Pick<Person, 'emails' | 'inviteeIds'>,
): Promise<void> {
  await sql`
    delete from outbox where workspace_id = ${workspaceId}
      and lower(payload -> 'person' ->> 'email') = any (${emails}::text[])
  `.execute(db);
  await sql`
    update outbox set payload = payload || '{"reason": null}', error = null
    where workspace_id = ${workspaceId} and payload ->> 'inviteeId' = any (${inviteeIds}::text[]) and payload ? 'reason'
  `.execute(db);
}

const columns = sql`stream, position, id, name, payload, actor_kind as "actorKind", member_id as "memberId",
  published_at as "publishedAt", done, attempts`;

/** What is due in a workspace, in the order in which it was published. */
export async function findDue(db: Kysely<DB>, workspaceId: WorkspaceId, limit: number): Promise<OutboxRow[]> {
  const result = await sql<OutboxRow>`
    select ${columns} from (
      select * from outbox
      where workspace_id = ${workspaceId} and failed_at is null and run_at <= clock_timestamp()
      order by run_at, position limit ${limit}) due
    order by position
  `.execute(db);
  return result.rows;
}

/** A row of a stream that is not due yet; those after it wait for the reactions that it lacks. */
export interface WaitingRow extends Pick<OutboxRow, 'stream' | 'position' | 'name' | 'done'> {
  readonly waitSeconds: number;
}

export async function findWaiting(
  db: Kysely<DB>,
  workspaceId: WorkspaceId,
  rows: readonly OutboxRow[],
): Promise<WaitingRow[]> {
  const result = await sql<WaitingRow>`
    select o.stream, o.position, o.name, o.done,
      greatest(0, date_part('epoch', o.run_at - clock_timestamp()))::float8 as "waitSeconds"
    from unnest(${[...new Set(rows.map(({ stream }) => stream))]}::text[]) as s (stream)
    cross join lateral (
      select * from outbox w where w.workspace_id = ${workspaceId} and w.stream = s.stream
      order by w.position offset 0) o
    where o.failed_at is null and not o.position = any (${rows.map(({ position }) => position)}::bigint[])
  `.execute(db);
  return result.rows;
}

export interface UnfinishedEffect {
  readonly stream: string;
  readonly position: number;
  readonly done: readonly string[];
  readonly attempts: number;
  readonly waitSeconds: number;
  readonly isFailed: boolean;
  readonly error: string | null;
}

export async function deleteFinished(
  db: Kysely<DB>,
  workspaceId: WorkspaceId,
  rows: readonly Pick<OutboxRow, 'stream' | 'position'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    delete from outbox o
    using unnest(${rows.map(({ stream }) => stream)}::text[], ${rows.map(({ position }) => position)}::bigint[])
      as x (stream, position)
    where o.workspace_id = ${workspaceId} and o.stream = x.stream and o.position = x.position
  `.execute(db);
}

export async function updateUnfinished(
  db: Kysely<DB>,
  workspaceId: WorkspaceId,
  rows: readonly UnfinishedEffect[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update outbox o set done = x.done, attempts = x.attempts, error = coalesce(x.error, o.error),
      run_at = clock_timestamp() + make_interval(secs => x."waitSeconds"),
      failed_at = case when x."isFailed" then clock_timestamp() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (stream text, position bigint, done text[],
      attempts integer, "waitSeconds" float8, "isFailed" boolean, error text)
    where o.workspace_id = ${workspaceId} and o.stream = x.stream and o.position = x.position
  `.execute(db);
}

/** An effect that has failed at least once, as an operator sees it. */
export interface FailedEffect {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
  readonly name: string;
  readonly done: readonly string[];
  readonly attempts: number;
  readonly publishedAt: string;
  readonly runAt: string;
  readonly failedAt: string | null;
  readonly error: string | null;
}

/** Effects that have failed, given up ones first: of the workspace or, in a transaction of the platform, of all. */
export async function listFailed(db: Kysely<DB>, limit: number): Promise<FailedEffect[]> {
  const result = await sql<FailedEffect>`
    select workspace_id as "workspaceId", id, name, done, attempts, published_at as "publishedAt", run_at as "runAt",
      failed_at as "failedAt", error
    from outbox where failed_at is not null or attempts > 0
    order by failed_at nulls last, position limit ${limit}
  `.execute(db);
  return result.rows;
}

/** Makes failed effects due now, one or all of them; how many there are. */
export async function retryFailed(db: Kysely<DB>, id: string | null): Promise<number> {
  const result = await sql`
    update outbox set attempts = 0, failed_at = null, run_at = clock_timestamp()
    where (failed_at is not null or attempts > 0) and (${id}::uuid is null or id = ${id}::uuid)
  `.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

export interface OutboxState {
  readonly pending: number;
  readonly retrying: number;
  readonly failed: number;
  /** Age of the oldest event whose effects have not been given up; one that was delayed counts from when it is due. */
  readonly lagSeconds: number;
}

export async function readOutboxState(database: Database): Promise<OutboxState> {
  const result = await transact(database, '*', (db) =>
    sql<OutboxState>`
      select count(*) filter (where failed_at is null) as pending,
        count(*) filter (where failed_at is null and attempts > 0) as retrying,
        count(*) filter (where failed_at is not null) as failed,
        coalesce(greatest(0, date_part('epoch', clock_timestamp() - min(
          case when attempts = 0 and done = '{}' then greatest(published_at, run_at) else published_at end)
          filter (where failed_at is null))), 0)::float8 as "lagSeconds"
      from outbox
    `.execute(db),
  );
  return result.rows[0] as OutboxState;
}
