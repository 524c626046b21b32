import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { read, type Database } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';

/** What calendars have, and the busy time that follows from it. */

export async function listKnown(ctx: Ctx, calendarId: string): Promise<Map<string, string | null>> {
  const rows = await ctx.db
    .selectFrom('calendar_entry')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('calendar_id', '=', calendarId)
    .select(['external_id', 'etag'])
    .execute();
  return new Map(rows.map(({ external_id: id, etag }) => [id, etag]));
}

export interface EntryRow {
  readonly externalId: string;
  readonly etag: string | null;
  readonly content: string;
}

export interface BusyRow {
  readonly externalId: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly isOutOfOffice: boolean;
}

interface CalendarRef {
  readonly calendarId: string;
  readonly memberId: string;
}

/** Replaces entries and what follows from them. */
export async function putEntries(
  ctx: Ctx,
  { calendarId, memberId }: CalendarRef,
  entries: readonly EntryRow[],
  busy: readonly BusyRow[],
): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    insert into calendar_entry (workspace_id, calendar_id, external_id, etag, content)
    select ${ctx.workspaceId}, ${calendarId}, e."externalId", e.etag, e.content
    from json_to_recordset(${JSON.stringify(entries)}::json) as e ("externalId" text, etag text, content text)
    on conflict (workspace_id, calendar_id, external_id)
    do update set etag = excluded.etag, content = excluded.content`.execute(ctx.db);
  await putBusy(
    ctx,
    { calendarId, memberId },
    entries.map(({ externalId }) => externalId),
    busy,
  );
}

export async function putBusy(
  ctx: Ctx,
  { calendarId, memberId }: CalendarRef,
  externalIds: readonly string[],
  busy: readonly BusyRow[],
): Promise<void> {
  await sql`
    delete from calendar_busy
    where workspace_id = ${ctx.workspaceId} and calendar_id = ${calendarId}
      and external_id = any (${[...externalIds]}::text[])`.execute(ctx.db);
  if (busy.length === 0) return;
  await sql`
    insert into calendar_busy (workspace_id, member_id, calendar_id, external_id, starts_at, ends_at, is_out_of_office)
    select ${ctx.workspaceId}, ${memberId}, ${calendarId}, b."externalId", b."startsAt", b."endsAt", b."isOutOfOffice"
    from json_to_recordset(${JSON.stringify(busy)}::json)
      as b ("externalId" text, "startsAt" timestamptz, "endsAt" timestamptz, "isOutOfOffice" boolean)`.execute(
    ctx.db,
  );
}

export async function deleteEntries(
  ctx: Ctx,
  calendarId: string,
  externalIds: readonly string[],
): Promise<number> {
  const result = await sql`
    delete from calendar_entry
    where workspace_id = ${ctx.workspaceId} and calendar_id = ${calendarId}
      and external_id = any (${[...externalIds]}::text[])`.execute(ctx.db);
  return Number(result.numAffectedRows ?? 0);
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

export interface Expanding extends CalendarRef {
  readonly workspaceId: WorkspaceId;
  readonly timezone: string;
}

/** Calendars whose rules are expanded for less than that, in all workspaces. */
export async function listShortHorizons(
  database: Database,
  before: Date,
  limit: number,
): Promise<Expanding[]> {
  const { rows } = await read(database, '*', (db) =>
    sql<Expanding>`
      select k.workspace_id as "workspaceId", k.id as "calendarId", k.member_id as "memberId", m.timezone
      from calendar k join member m on m.workspace_id = k.workspace_id and m.id = k.member_id
      where k.horizon < ${before} order by k.horizon limit ${limit}`.execute(db),
  );
  return rows;
}

export async function listEntries(
  ctx: Ctx,
  calendarId: string,
  afterId: string | null,
  limit: number,
): Promise<{ externalId: string; content: string }[]> {
  return ctx.db
    .selectFrom('calendar_entry')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('calendar_id', '=', calendarId)
    .where('external_id', afterId === null ? '>=' : '>', afterId ?? '')
    .orderBy('external_id')
    .limit(limit)
    .select(['external_id as externalId', 'content'])
    .execute();
}

export async function setHorizon(ctx: Ctx, calendarId: string, horizon: Date): Promise<void> {
  await ctx.db
    .updateTable('calendar')
    .set({ horizon: horizon.toISOString() })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', calendarId)
    .execute();
}
