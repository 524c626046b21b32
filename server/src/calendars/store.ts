import { sql, type Insertable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Ctx } from '../platform/context.ts';
import { transact, type Database } from '../platform/db/transaction.ts';
import type { Calendar, CalendarConnection } from '../platform/db/schema.gen.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import type { UnreadableEvent } from './ical/public.ts';

/** How many events of a calendar can't be read, and some of them. */
export interface Unreadable {
  readonly count: number;
  readonly first: readonly Pick<UnreadableEvent, 'part' | 'date'>[];
}

export type ConnectionRow = Awaited<ReturnType<typeof findConnection>> & object;

function connections(ctx: Ctx) {
  return ctx.db
    .selectFrom('calendar_connection as c')
    .innerJoin('member as m', (join) =>
      join.onRef('m.workspace_id', '=', 'c.workspace_id').onRef('m.id', '=', 'c.member_id'),
    )
    .where('c.workspace_id', '=', ctx.workspaceId)
    .selectAll('c')
    .select(['m.email', 'm.timezone', 'm.is_active as is_owner_active'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('calendar as k')
          .whereRef('k.workspace_id', '=', 'c.workspace_id')
          .whereRef('k.connection_id', '=', 'c.id')
          .select([
            'k.id',
            'k.external_id',
            'k.name',
            'k.color',
            'k.can_write',
            'k.is_read',
            'k.is_written',
            'k.is_busy_only',
            'k.cursor',
          ])
          .select(
            sql<string | null>`to_char(k.synced_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(
              'synced_at',
            ),
          )
          .select(
            sql<Unreadable>`(select json_build_object('count', count(*), 'first',
                coalesce((array_agg(u order by u ->> 'date'))[:3], '{}'))
              from calendar_entry e cross join jsonb_array_elements(e.unreadable) u
              where e.workspace_id = k.workspace_id and e.calendar_id = k.id and e.is_given_up)`.as(
              'unreadable',
            ),
          )
          .select(
            sql<number>`(select count(*)::int from calendar_entry e where e.workspace_id = k.workspace_id
              and e.calendar_id = k.id and e.is_unread)`.as('unread_count'),
          )
          .select(
            sql<string | null>`(select p.error from calendar_copy p where p.workspace_id = k.workspace_id
              and p.calendar_id = k.id and p.written_seq < p.wanted_seq and p.failures >= 3 limit 1)`.as(
              'write_error',
            ),
          )
          .orderBy('k.name')
          .orderBy('k.id'),
      ).as('calendars'),
    );
}

export function findConnection(ctx: Ctx, id: string) {
  return connections(ctx).where('c.id', '=', id).executeTakeFirst();
}

export function listConnections(ctx: Ctx, memberId: string, page: { limit: number; offset: number }) {
  return connections(ctx)
    .where('c.member_id', '=', memberId)
    .orderBy('c.created_at')
    .orderBy('c.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countConnections(ctx: Ctx, memberId: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('calendar_connection')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', memberId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

type NewConnection = Omit<Insertable<CalendarConnection>, 'workspace_id'>;

/** False when the user has this account already. */
export async function insertConnection(ctx: Ctx, row: NewConnection): Promise<boolean> {
  const inserted = await ctx.db
    .insertInto('calendar_connection')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'member_id', 'provider', 'account_key']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

type NewCalendar = Omit<Insertable<Calendar>, 'workspace_id'>;

/** Those that are there keep what their owner chose. */
export async function upsertCalendars(ctx: Ctx, rows: readonly NewCalendar[]): Promise<void> {
  if (rows.length === 0) return;
  await ctx.db
    .insertInto('calendar')
    .values(rows.map((row) => ({ ...row, workspace_id: ctx.workspaceId })))
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'connection_id', 'external_id']).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        color: eb.ref('excluded.color'),
        can_write: eb.ref('excluded.can_write'),
        is_busy_only: eb.ref('excluded.is_busy_only'),
      })),
    )
    .execute();
}

export async function updateCalendar(
  ctx: Ctx,
  id: string,
  changes: { readonly is_read?: boolean; readonly is_written?: boolean },
): Promise<void> {
  await ctx.db
    .updateTable('calendar')
    .set(changes)
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** One after the other chooses the calendar of a user's bookings. */
export async function lockMember(ctx: Ctx, memberId: string): Promise<void> {
  await sql`select from member where workspace_id = ${ctx.workspaceId} and id = ${memberId} for no key update`.execute(
    ctx.db,
  );
}

/** Bookings of a user are entered in one calendar at most. */
export async function clearWritten(ctx: Ctx, memberId: string): Promise<void> {
  await ctx.db
    .updateTable('calendar')
    .set({ is_written: false })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', memberId)
    .where('is_written', '=', true)
    .execute();
}

/** What is not read any more makes nobody busy, and starts from the beginning when it is read again. */
export async function deleteEntries(ctx: Ctx, calendarId: string): Promise<void> {
  await ctx.db
    .deleteFrom('calendar_entry')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('calendar_id', '=', calendarId)
    .execute();
  await ctx.db
    .updateTable('calendar')
    .set({ cursor: null, synced_at: null, horizon: null })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', calendarId)
    .execute();
}

export async function deleteConnection(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('calendar_connection')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

export interface DueConnection {
  readonly workspace_id: WorkspaceId;
  readonly id: string;
}

/** Connections of active users whose time has come, in all workspaces. */
export async function listDue(database: Database, now: Date, limit: number): Promise<DueConnection[]> {
  const { rows } = await transact(database, '*', (db) =>
    sql<DueConnection>`
      select c.workspace_id, c.id from calendar_connection c
      join member m on m.workspace_id = c.workspace_id and m.id = c.member_id and m.is_active
      where c.next_sync_at <= ${now} and (c.leased_until is null or c.leased_until < ${now})
      order by c.next_sync_at limit ${limit}`.execute(db),
  );
  return rows;
}

/** So that the next sync comes soon. */
export async function markDue(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('calendar_connection')
    .set({ next_sync_at: ctx.now.toISOString() })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function setCountsTentative(ctx: Ctx, id: string, countsTentative: boolean): Promise<void> {
  await ctx.db
    .updateTable('calendar_connection')
    .set({ counts_tentative: countsTentative })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

export interface Outcome {
  readonly leaseId: string | null;
  readonly state: 'ok' | 'needs_sign_in' | 'failing';
  readonly error: string | null;
  readonly startedAt: Date;
  /** It answered within the time that a booking waits. */
  readonly isPrompt: boolean;
  readonly nextSyncAt: Date;
}

/**
 * Ends the lease. A failure keeps the time of the first one; what was reported since the start is read at once. False when the
 * lease was lost: then the outcome is another's to record.
 */
export async function recordOutcome(
  ctx: Ctx,
  id: string,
  { leaseId, state, error, startedAt, isPrompt, nextSyncAt }: Outcome,
): Promise<boolean> {
  const isOk = state === 'ok';
  const recorded = await ctx.db
    .updateTable('calendar_connection')
    .set((eb) => ({
      state,
      error,
      lease_id: null,
      leased_until: null,
      next_sync_at: isOk
        ? sql<string>`case when notified_at >= ${startedAt} then ${ctx.now}::timestamptz else ${nextSyncAt}::timestamptz end`
        : nextSyncAt.toISOString(),
      failures: isOk ? 0 : eb('failures', '+', 1),
      failing_since: isOk ? null : eb.fn.coalesce('failing_since', eb.val(ctx.now.toISOString())),
      ...(isOk && { mailed_at: null, synced_at: ctx.now.toISOString() }),
      ...(isPrompt && { unreachable_since: null }),
      ...(!isOk && { unreachable_since: eb.fn.coalesce('unreachable_since', eb.val(ctx.now.toISOString())) }),
    }))
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .where('lease_id', '=', leaseId)
    .returning('id')
    .executeTakeFirst();
  return recorded !== undefined;
}

/** False when the owner was mailed before. */
export async function markMailed(ctx: Ctx, id: string): Promise<boolean> {
  const marked = await ctx.db
    .updateTable('calendar_connection')
    .set({ mailed_at: ctx.now.toISOString() })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .where('mailed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}
