import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';
import { transact, type Database } from '../../platform/db/transaction.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';

export type Diff = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

export interface NewChange {
  readonly id: string;
  readonly objectId: string;
  readonly recordId: string;
  readonly kind: string;
  readonly diff?: Diff;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Adds to the history of records, in the transaction that changes them. */
export async function insertChanges(ctx: Ctx, changes: readonly NewChange[]): Promise<void> {
  if (changes.length === 0) return;
  const { kind, memberId } = ctx.actor;
  const rows = changes.map(({ diff = {}, detail = {}, ...change }) => ({ ...change, diff, detail }));
  await sql`
    insert into crm_change (workspace_id, id, object_id, record_id, kind, actor_kind, member_id, diff, detail)
    select ${ctx.workspaceId}, x.id, x."objectId", x."recordId", x.kind, ${kind}, ${memberId || null}, x.diff, x.detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (id uuid, "objectId" uuid, "recordId" uuid, kind text, diff jsonb, detail jsonb)
  `.execute(ctx.db);
}

export interface ChangeRow {
  readonly id: string;
  readonly tx: number;
  readonly happened_at: string;
  readonly object_id: string;
  readonly slug: string | null;
  readonly record_id: string;
  readonly kind: string;
  readonly actor_kind: string;
  readonly member_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly diff: Diff;
  readonly detail: Record<string, unknown>;
}

const withNames = sql`
  select c.id, c.tx, c.happened_at, c.object_id, o.slug, c.record_id, c.kind, c.actor_kind, c.member_id, c.diff, c.detail,
    m.first_name, m.last_name
  from crm_change c
  left join member m on m.workspace_id = c.workspace_id and m.id = c.member_id
  left join crm_object o on o.workspace_id = c.workspace_id and o.id = c.object_id`;

/** `record.%` are changes of the record itself; the others, such as bookings and notes, concern it. */
const isOfRecord = sql`c.kind like 'record.%'`;

const ofKinds = (kinds: readonly string[] | undefined) =>
  kinds === undefined ? sql`true` : sql`split_part(c.kind, '.', 1) = any (${kinds}::text[])`;

const isBy = (actor: string | undefined) => {
  if (actor === undefined) return sql`true`;
  const isKind = actor === 'visitor' || actor === 'system';
  return isKind ? sql`c.member_id is null and c.actor_kind = ${actor}` : sql`c.member_id = ${actor}`;
};

/** Changes of one record, without updates in which only hidden attributes changed. */
export interface RecordChanges {
  readonly recordId: string;
  /** What their kinds begin with; all by default. */
  readonly kinds?: readonly string[] | undefined;
  /** A user by id, `visitor` or `system`; everyone by default. */
  readonly actor?: string | undefined;
  readonly hiddenKeys: ReadonlySet<string>;
}

const matching = (ctx: Ctx, { recordId, kinds, actor, hiddenKeys }: RecordChanges) => sql`
  c.workspace_id = ${ctx.workspaceId} and c.record_id = ${recordId} and ${ofKinds(kinds)} and ${isBy(actor)}
    and (c.kind <> 'record.updated' or c.diff = '{}' or c.diff - ${[...hiddenKeys]}::text[] <> '{}')`;

/** Latest first. */
export async function listRecordChanges(
  ctx: Ctx,
  changes: RecordChanges,
  { limit, offset }: { limit: number; offset: number },
): Promise<ChangeRow[]> {
  const result = await sql<ChangeRow>`
    ${withNames} where ${matching(ctx, changes)}
    order by c.happened_at desc, c.id desc limit ${limit} offset ${offset}
  `.execute(ctx.db);
  return result.rows;
}

export async function countRecordChanges(ctx: Ctx, changes: RecordChanges): Promise<number> {
  const result = await sql<{ total: number }>`
    select count(*) as total from crm_change c where ${matching(ctx, changes)}
  `.execute(ctx.db);
  return result.rows[0]?.total ?? 0;
}

/** Changes by id, of these records. */
export async function findChanges(
  ctx: Ctx,
  recordIds: readonly string[],
  ids: readonly string[],
): Promise<ChangeRow[]> {
  const result = await sql<ChangeRow>`
    ${withNames}
    where c.workspace_id = ${ctx.workspaceId} and c.record_id = ${matchAny(recordIds, 'uuid')} and c.id = ${matchAny(ids, 'uuid')}
  `.execute(ctx.db);
  return result.rows;
}

export interface FeedRow extends ChangeRow {
  readonly position: number;
}

/** The changes of the workspace after a position in its feed. */
export async function listFeed(ctx: Ctx, after: number, limit: number): Promise<FeedRow[]> {
  const result = await sql<FeedRow>`
    select f.position, c.* from (
      select * from crm_feed where workspace_id = ${ctx.workspaceId} and position > ${after}
      order by position limit ${limit}) f
    cross join lateral (
      ${withNames}
      where c.workspace_id = f.workspace_id and c.tx = f.tx and c.happened_at = f.happened_at and c.id = f.id) c
    order by f.position
  `.execute(ctx.db);
  return result.rows;
}

/**
 * Gives the committed changes of a workspace that have no position the next ones. Their order is that of `seq`, which is
 * drawn while the record is locked: of two changes of a record the first has the lower one, and where the second can be seen,
 * so can the first. A change that commits late gets a later position, so no reader misses it. The lock lets one
 * transaction at a time number a workspace. A horizon from another cluster, whose transaction ids were higher, starts over.
 * Changes from before there was a `seq` have 0.
 */
export async function numberChanges(ctx: Ctx): Promise<void> {
  await sql`
    insert into crm_feed_state (workspace_id) values (${ctx.workspaceId}) on conflict do nothing
  `.execute(ctx.db);
  await sql`select from crm_feed_state where workspace_id = ${ctx.workspaceId} for update`.execute(ctx.db);
  await sql`
    with state as (
      select position, case when horizon <= pg_snapshot_xmax(pg_current_snapshot())::text::bigint then horizon else 0 end as horizon
      from crm_feed_state where workspace_id = ${ctx.workspaceId}),
    numbered as (
      insert into crm_feed (workspace_id, position, tx, happened_at, id)
      select c.workspace_id, state.position + row_number() over (order by c.seq, c.tx, c.happened_at, c.id), c.tx, c.happened_at, c.id
      from state cross join crm_change c
      where c.workspace_id = ${ctx.workspaceId} and c.tx >= state.horizon
        and not exists (select from crm_feed f where f.workspace_id = c.workspace_id and f.tx = c.tx and f.id = c.id)
      returning position)
    update crm_feed_state s set
      position = s.position + (select count(*) from numbered),
      horizon = pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    where s.workspace_id = ${ctx.workspaceId}
  `.execute(ctx.db);
}

/** Workspaces with changes since their feed was numbered last. */
export async function findUnnumbered(database: Database): Promise<WorkspaceId[]> {
  const result = await transact(database, '*', (db) =>
    sql<{ id: WorkspaceId }>`
      select w.workspace_id as id from workspace w left join crm_feed_state s on s.workspace_id = w.workspace_id
      where exists (select from crm_change c where c.workspace_id = w.workspace_id and c.tx >= coalesce(s.horizon, 0))
    `.execute(db),
  );
  return result.rows.map(({ id }) => id);
}

/** The snapshot of this statement. Null in a transaction that has written, which sees what others do not. */
export const sharedSnapshot = sql<string | null>`
  case when pg_current_xact_id_if_assigned() is null then pg_current_snapshot()::text end`;

interface Since {
  readonly changes: number;
  /** Those of them that changed records of the object, or of any object. */
  readonly relevant: number;
  readonly snapshot: string | null;
}

/**
 * How many changes a snapshot did not see, counted up to a limit: those of transactions that were running when it was
 * taken, and of all that began later.
 */
export async function countSince(
  ctx: Ctx,
  snapshot: string,
  { objectId, limit }: { objectId: string | null; limit: number },
): Promise<Since> {
  const past = sql`${snapshot}::pg_snapshot`;
  // Rows of a backup from another cluster may have transaction ids that are in the future here, hence the upper bound.
  const unseen = sql`
    select x::text::bigint as first, x::text::bigint as last from pg_snapshot_xip(${past}) x
    union all
    select pg_snapshot_xmax(${past})::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1`;
  const isOfObject = objectId === null ? sql`true` : sql`c.object_id = ${objectId}`;
  // Ordered like the primary key, so that the planner uses it.
  const result = await sql<Since>`
    select count(*) as changes, count(*) filter (where ${isOfObject} and ${isOfRecord}) as relevant,
      ${sharedSnapshot} as snapshot
    from (${unseen}) u cross join lateral (
      select object_id, kind from crm_change
      where workspace_id = ${ctx.workspaceId} and tx between u.first and u.last
      order by tx limit ${limit}) c
  `.execute(ctx.db);
  return result.rows[0] as Since;
}
