import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { read, type Database } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import type { HostTimeZones } from '../platform/zones.ts';
import type { UnreadableEvent } from './ical/public.ts';

/** What calendars have, and the busy time that follows from it. */

export async function listKnown(ctx: Ctx, calendarId: string) {
  const rows = await ctx.db
    .selectFrom('calendar_entry')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('calendar_id', '=', calendarId)
    .select(['external_id', 'etag', 'is_unread'])
    .execute();
  return {
    known: new Map(rows.map(({ external_id: id, etag }) => [id, etag])),
    unread: new Set(rows.flatMap(({ external_id: id, is_unread: isUnread }) => (isUnread ? [id] : []))),
  };
}

export interface EntryRow {
  readonly externalId: string;
  readonly etag: string | null;
  /** The series in which it replaces an occurrence; null for what stands by itself. */
  readonly seriesId: string | null;
  readonly content: string;
}

export interface BusyRow {
  readonly externalId: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly isOutOfOffice: boolean;
}

export interface UnreadableRow {
  readonly externalId: string;
  readonly events: readonly Pick<UnreadableEvent, 'part' | 'date'>[];
}

interface CalendarRef {
  readonly calendarId: string;
  readonly memberId: string;
}

export async function saveEntries(ctx: Ctx, calendarId: string, entries: readonly EntryRow[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    insert into calendar_entry (workspace_id, calendar_id, external_id, etag, series_id, content)
    select ${ctx.workspaceId}, ${calendarId}, e."externalId", e.etag, e."seriesId", e.content
    from json_to_recordset(${JSON.stringify(entries)}::json)
      as e ("externalId" text, etag text, "seriesId" text, content text)
    on conflict (workspace_id, calendar_id, external_id)
    do update set etag = excluded.etag, series_id = excluded.series_id, content = excluded.content,
      is_unread = false`.execute(ctx.db);
}

/** What is known of them stays. */
export async function markUnread(
  ctx: Ctx,
  calendarId: string,
  externalIds: readonly string[],
  emptyContent: string,
): Promise<void> {
  if (externalIds.length === 0) return;
  await sql`
    insert into calendar_entry (workspace_id, calendar_id, external_id, content, is_unread)
    select ${ctx.workspaceId}, ${calendarId}, id, ${emptyContent}, true from unnest(${[...externalIds]}::text[]) id
    on conflict (workspace_id, calendar_id, external_id) do update set is_unread = true, etag = null`.execute(
    ctx.db,
  );
}

/** What is stored of some entries, by their ids. */
export async function listContents(
  ctx: Ctx,
  calendarId: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('calendar_entry')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('calendar_id', '=', calendarId)
    .where('external_id', 'in', externalIds)
    .select(['external_id', 'content'])
    .execute();
  return new Map(rows.map(({ external_id: id, content }) => [id, content]));
}

/** A transaction that computes busy time of a calendar waits for one that does so already. */
export async function lockCalendar(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .selectFrom('calendar')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .select('id')
    .forUpdate()
    .execute();
}

/** Entries by the ids of their series, each with all that belongs to it. */
export async function listSeries(
  ctx: Ctx,
  calendarId: string,
  ids: readonly string[],
): Promise<Omit<EntryRow, 'etag'>[]> {
  const { rows } = await sql<Omit<EntryRow, 'etag'>>`
    select external_id as "externalId", series_id as "seriesId", content from calendar_entry
    where workspace_id = ${ctx.workspaceId} and calendar_id = ${calendarId}
      and (external_id = any (${[...ids]}::text[]) or series_id = any (${[...ids]}::text[]))
    order by external_id`.execute(ctx.db);
  return rows;
}

/** Ids of series in which something is tentative. */
export async function listTentative(ctx: Ctx, calendarId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct coalesce(series_id, external_id) as id from calendar_entry
    where workspace_id = ${ctx.workspaceId} and calendar_id = ${calendarId}
      and content like '%"isTentative":true%'`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

export async function replaceBusy(
  ctx: Ctx,
  { calendarId, memberId }: CalendarRef,
  externalIds: readonly string[],
  busy: readonly BusyRow[],
): Promise<void> {
  // A time that stays keeps when it was first seen. Grouping waits until all are deleted, so that no key is there twice.
  await sql`
    with former as (
      delete from calendar_busy
      where workspace_id = ${ctx.workspaceId} and calendar_id = ${calendarId}
        and external_id = any (${[...externalIds]}::text[])
      returning external_id, starts_at, ends_at, seen_at
    ), seen as (
      select external_id, starts_at, ends_at, min(seen_at) as seen_at from former group by 1, 2, 3
    )
    insert into calendar_busy (workspace_id, member_id, calendar_id, external_id, position, starts_at, ends_at, is_out_of_office, seen_at)
    select ${ctx.workspaceId}, ${memberId}, ${calendarId}, b."externalId",
      row_number() over (partition by b."externalId" order by b."startsAt"), b."startsAt", b."endsAt", b."isOutOfOffice",
      coalesce(s.seen_at, ${ctx.now.toISOString()}::timestamptz)
    from json_to_recordset(${JSON.stringify(busy)}::json)
      as b ("externalId" text, "startsAt" timestamptz, "endsAt" timestamptz, "isOutOfOffice" boolean)
    left join seen s on s.external_id = b."externalId" and s.starts_at = b."startsAt" and s.ends_at = b."endsAt"`.execute(
    ctx.db,
  );
}

/** Of some entries, those with events that can't be read. */
export async function markUnreadable(
  ctx: Ctx,
  calendarId: string,
  externalIds: readonly string[],
  unreadable: readonly UnreadableRow[],
): Promise<void> {
  await sql`
    update calendar_entry e set is_given_up = n.events is not null, unreadable = coalesce(n.events, '[]'),
      unreadable_since = case when n.events is not null then coalesce(e.unreadable_since, ${ctx.now}) end
    from unnest(${[...externalIds]}::text[]) i (external_id)
    left join jsonb_to_recordset(${JSON.stringify(unreadable)}::jsonb) n ("externalId" text, events jsonb)
      on n."externalId" = i.external_id
    where e.workspace_id = ${ctx.workspaceId} and e.calendar_id = ${calendarId} and e.external_id = i.external_id
      and (e.is_given_up or n.events is not null)`.execute(ctx.db);
}

/** What was sent before is sent again, and read as if it were new. */
export async function readAgain(ctx: Ctx, memberId: string): Promise<void> {
  await sql`
    update calendar_connection set lease_id = null, leased_until = null, next_sync_at = ${ctx.now}
    where workspace_id = ${ctx.workspaceId} and member_id = ${memberId}`.execute(ctx.db);
  await sql`
    with own as (
      update calendar set cursor = null where workspace_id = ${ctx.workspaceId} and member_id = ${memberId}
      returning id)
    update calendar_entry set etag = null
    where workspace_id = ${ctx.workspaceId} and calendar_id in (select id from own)`.execute(ctx.db);
}

/** Deletes entries, and with a series what belongs to it. Returns the series of each. */
export async function deleteEntries(
  ctx: Ctx,
  calendarId: string,
  externalIds: readonly string[],
): Promise<string[]> {
  if (externalIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    delete from calendar_entry
    where workspace_id = ${ctx.workspaceId} and calendar_id = ${calendarId}
      and (external_id = any (${[...externalIds]}::text[]) or series_id = any (${[...externalIds]}::text[]))
    returning coalesce(series_id, external_id) as id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

export async function finishCalendar(
  ctx: Ctx,
  calendarId: string,
  { cursor, horizon }: { readonly cursor: string | null; readonly horizon: Date | null },
): Promise<void> {
  await ctx.db
    .updateTable('calendar')
    .set({ cursor, synced_at: ctx.now.toISOString(), ...(horizon && { horizon: horizon.toISOString() }) })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', calendarId)
    .execute();
}

export interface CalendarToExpand extends CalendarRef {
  readonly workspaceId: WorkspaceId;
  readonly countsTentative: boolean;
}

const expanding = sql`
  k.workspace_id as "workspaceId", k.id as "calendarId", k.member_id as "memberId", c.counts_tentative as "countsTentative"`;
const calendars = sql`
  calendar k join calendar_connection c on c.workspace_id = k.workspace_id and c.id = k.connection_id`;

export async function listMemberCalendars(ctx: Ctx, memberId: string): Promise<CalendarToExpand[]> {
  const { rows } = await sql<CalendarToExpand>`
    select ${expanding} from ${calendars}
    where k.workspace_id = ${ctx.workspaceId} and k.member_id = ${memberId}`.execute(ctx.db);
  return rows;
}

export async function hasCalendars(ctx: Ctx, memberId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('calendar')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('member_id', '=', memberId)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Of the user's default schedule, as with absences. */
export async function findHostTimeZones(ctx: Ctx, memberId: string): Promise<HostTimeZones | undefined> {
  const { rows } = await sql<HostTimeZones>`
    select coalesce(s.timezone, m.timezone) as timezone, coalesce(s.travel, '[]') as travel
    from member m
    left join schedule s on s.workspace_id = m.workspace_id and s.member_id = m.id and s.is_default
    where m.workspace_id = ${ctx.workspaceId} and m.id = ${memberId}`.execute(ctx.db);
  return rows[0];
}

/** Calendars whose rules are expanded for less than that, in all workspaces. */
export async function listShortHorizons(
  database: Database,
  before: Date,
  limit: number,
): Promise<CalendarToExpand[]> {
  const { rows } = await read(database, '*', (db) =>
    sql<CalendarToExpand>`
      select ${expanding} from ${calendars}
      where k.horizon < ${before} order by k.horizon limit ${limit}`.execute(db),
  );
  return rows;
}

/** Ids of the next series in order. */
export async function listSeriesIds(
  ctx: Ctx,
  calendarId: string,
  afterId: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct coalesce(series_id, external_id) as id from calendar_entry
    where workspace_id = ${ctx.workspaceId} and calendar_id = ${calendarId}
      and (${afterId}::text is null or coalesce(series_id, external_id) > ${afterId})
    order by id limit ${limit}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

export async function setHorizon(ctx: Ctx, calendarId: string, horizon: Date): Promise<void> {
  await ctx.db
    .updateTable('calendar')
    .set({ horizon: horizon.toISOString() })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', calendarId)
    .execute();
}
