import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { CalendarCopy } from '../platform/db/schema.gen.ts';
import { transact, type Database } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';

export type CopyRow = Selectable<CalendarCopy> & { readonly workspace_id: WorkspaceId };

/** Which bookings: some, or all that a host has or had entries of. */
export type CopySelection = { readonly eventIds: readonly string[] } | { readonly hostId: string };

/**
 * Makes the rows of bookings say what should be in calendars: an entry in the written calendar of each host of a confirmed
 * event. What is over is not entered any more, and changed where it was. Returns how many entries have to be written.
 */
export async function planCopies(ctx: Ctx, which: CopySelection): Promise<number> {
  const among = (event: string, host: string): RawBuilder<unknown> =>
    'hostId' in which
      ? sql`${sql.ref(host)} = ${which.hostId}`
      : sql`${sql.ref(event)} = any (${[...which.eventIds]}::text[])`;
  const now = ctx.now.toISOString();
  const wanted = sql`
    select h.workspace_id, h.event_id, h.host_id, k.id as calendar_id, k.external_id as calendar_external_id, e.ends_at
    from event_host h
    join scheduled_event e on e.workspace_id = h.workspace_id and e.id = h.event_id and e.status = 'confirmed'
    join calendar k on k.workspace_id = h.workspace_id and k.member_id = h.host_id and k.is_written
    where h.workspace_id = ${ctx.workspaceId} and ${among('h.event_id', 'h.host_id')}`;
  // What was entered before its calendar was disconnected, and connected again, is found there by its id.
  await sql`
    update calendar_copy c set calendar_id = k.id, external_id = null, etag = null
    from calendar k
    where c.workspace_id = ${ctx.workspaceId} and ${among('c.event_id', 'c.host_id')} and c.calendar_id is null
      and k.workspace_id = c.workspace_id and k.member_id = c.host_id and k.is_written
      and k.external_id = c.calendar_external_id
      and not exists (select from calendar_copy x where x.workspace_id = c.workspace_id and x.event_id = c.event_id
        and x.host_id = c.host_id and x.calendar_external_id = c.calendar_external_id
        and (x.calendar_id = k.id or x.calendar_id is null and x.id > c.id))`.execute(ctx.db);
  const entered = await sql`
    insert into calendar_copy as c (workspace_id, event_id, host_id, calendar_id, calendar_external_id, next_at)
    select w.workspace_id, w.event_id, w.host_id, w.calendar_id, w.calendar_external_id, ${now} from (${wanted}) w
    where w.ends_at > ${now} or exists (select from calendar_copy x where x.workspace_id = w.workspace_id
      and x.event_id = w.event_id and x.host_id = w.host_id and x.calendar_id = w.calendar_id)
    on conflict (workspace_id, event_id, host_id, calendar_id)
    do update set state = 'present', wanted_seq = c.wanted_seq + 1, next_at = excluded.next_at`.execute(
    ctx.db,
  );
  const removed = await sql`
    update calendar_copy c set state = 'absent', wanted_seq = wanted_seq + 1, next_at = ${now}
    where c.workspace_id = ${ctx.workspaceId} and ${among('c.event_id', 'c.host_id')} and c.state = 'present'
      and c.calendar_id is not null
      and not exists (select from (${wanted}) w
        where w.event_id = c.event_id and w.host_id = c.host_id and w.calendar_id = c.calendar_id)`.execute(
    ctx.db,
  );
  return Number(entered.numAffectedRows ?? 0) + Number(removed.numAffectedRows ?? 0);
}

export type ClaimedCopy = CopyRow & { readonly was_begun: boolean };

/** Takes entries that are due, in all workspaces. */
export async function claimCopies(
  database: Database,
  now: Date,
  until: Date,
  limit: number,
): Promise<ClaimedCopy[]> {
  const { rows } = await transact(database, '*', (db) =>
    sql<ClaimedCopy>`
      update calendar_copy c set leased_until = ${until}, is_begun = true
      from (select workspace_id, id, is_begun from calendar_copy
        where calendar_id is not null and (written_seq < wanted_seq or awaits_meeting) and next_at <= ${now} and (leased_until is null or leased_until < ${now})
        order by next_at limit ${limit} for update skip locked) d
      where c.workspace_id = d.workspace_id and c.id = d.id
      returning c.*, d.is_begun as was_begun`.execute(db),
  );
  return rows;
}

export interface BookingFacts {
  readonly connectionId: string;
  readonly provider: string;
  readonly calendarId: string;
  readonly secret: Buffer;
  readonly title: string;
  readonly notes: string | null;
  readonly type: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly joinUrl: string;
  /** This host's calendar is the one that makes the meeting of the event. */
  readonly wantsMeeting: boolean;
  readonly place: { readonly [name in 'address' | 'details' | 'phone' | 'resources']?: string };
  readonly invitees: readonly {
    readonly name: string;
    readonly email: string;
    readonly phone: string | null;
    readonly answers: readonly { readonly question: string; readonly answer: string }[] | null;
  }[];
}

/** The most invitees of a group that an entry names. */
const maxNamed = 50;

export async function findBooking(ctx: Ctx, id: string): Promise<BookingFacts | undefined> {
  const { rows } = await sql<BookingFacts>`
    select n.id as "connectionId", n.provider, k.external_id as "calendarId", n.secret_sealed as secret, e.title, e.notes, e.type,
      e.starts_at as "startsAt", e.ends_at as "endsAt", e.location_join_url as "joinUrl",
      e.location_details as place,
      exists (select from conference f where f.workspace_id = c.workspace_id and f.event_id = c.event_id
        and f.host_id = c.host_id and not f.is_ending) as "wantsMeeting",
      coalesce((select json_agg(json_build_object('name', i.full_name, 'email', i.email, 'phone', i.phone,
          'answers', i.answers) order by i.scheduled_at, i.id)
        from (select * from invitee i where i.workspace_id = e.workspace_id and i.event_id = e.id
          and i.cancelled_at is null order by i.scheduled_at, i.id limit ${maxNamed}) i), '[]') as invitees
    from calendar_copy c
    join calendar k on k.workspace_id = c.workspace_id and k.id = c.calendar_id
    join calendar_connection n on n.workspace_id = c.workspace_id and n.id = k.connection_id
    join scheduled_event e on e.workspace_id = c.workspace_id and e.id = c.event_id
    where c.workspace_id = ${ctx.workspaceId} and c.id = ${id}`.execute(ctx.db);
  return rows[0];
}

export async function updateCopy(
  ctx: Ctx,
  id: string,
  changes: Partial<
    Pick<
      CopyRow,
      | 'written_seq'
      | 'external_id'
      | 'etag'
      | 'join_url'
      | 'written_starts_at'
      | 'written_ends_at'
      | 'failures'
      | 'error'
      | 'next_at'
      | 'leased_until'
      | 'awaits_meeting'
    >
  >,
): Promise<void> {
  await ctx.db
    .updateTable('calendar_copy')
    .set(changes)
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function markCopiesDue(ctx: Ctx, connectionId: string): Promise<void> {
  await sql`
    update calendar_copy c set next_at = ${ctx.now.toISOString()}, failures = 0
    from calendar k
    where c.workspace_id = ${ctx.workspaceId} and c.written_seq < c.wanted_seq
      and k.workspace_id = c.workspace_id and k.id = c.calendar_id and k.connection_id = ${connectionId}`.execute(
    ctx.db,
  );
}

/** With a sequence: false when it has changed since, so that it is still to be written. */
export async function deleteCopy(ctx: Ctx, id: string, seq: number | null): Promise<boolean> {
  const deleted = await ctx.db
    .deleteFrom('calendar_copy')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .$if(seq !== null, (query) => query.where('wanted_seq', '=', seq))
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** An entry of ours in a calendar, and when its booking is now. */
export interface OwnEntry {
  readonly id: string;
  /** Null once its calendar is disconnected. */
  readonly calendarId: string | null;
  readonly eventId: string;
  readonly hostId: string;
  readonly externalId: string | null;
  readonly etag: string | null;
  readonly isWanted: boolean;
  readonly startsAt: string;
  readonly endsAt: string;
  /** Null until it is known to have been written. */
  readonly writtenStartsAt: string | null;
  readonly writtenEndsAt: string | null;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const ownEntries = sql`
  select c.id, c.calendar_id as "calendarId", c.event_id as "eventId", c.host_id as "hostId", c.external_id as "externalId", c.etag,
    c.state = 'present' as "isWanted", e.starts_at as "startsAt", e.ends_at as "endsAt",
    c.written_starts_at as "writtenStartsAt", c.written_ends_at as "writtenEndsAt"
  from calendar_copy c
  join scheduled_event e on e.workspace_id = c.workspace_id and e.id = c.event_id`;

/**
 * Entries of the bookings of a user, in whatever calendar, under the ids of a calendar or ours: several users may have connected
 * the same calendar, and one user by two addresses.
 */
export async function listOwnEntries(
  ctx: Ctx,
  memberId: string,
  ids: readonly string[],
): Promise<OwnEntry[]> {
  const ours = ids.filter((id) => uuid.test(id));
  const { rows } = await sql<OwnEntry>`
    ${ownEntries} where c.workspace_id = ${ctx.workspaceId}
      and (c.external_id = any (${[...ids]}::text[]) or c.id = any (${ours}::uuid[]))
      and (c.host_id = ${memberId} or exists (select from event_host h where h.workspace_id = c.workspace_id
        and h.event_id = c.event_id and h.host_id = ${memberId}))`.execute(ctx.db);
  return rows;
}

/** Which of these events a user hosts, or did before they were cancelled. */
export async function listHosted(ctx: Ctx, memberId: string, eventIds: readonly string[]): Promise<string[]> {
  if (eventIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select event_id as id from event_host
    where workspace_id = ${ctx.workspaceId} and host_id = ${memberId} and event_id = any (${[...eventIds]}::text[])`.execute(
    ctx.db,
  );
  return rows.map(({ id }) => id);
}

/** All that were entered in a calendar. */
export async function listOwnEntriesIn(ctx: Ctx, calendarId: string): Promise<OwnEntry[]> {
  const { rows } = await sql<OwnEntry>`
    ${ownEntries} where c.workspace_id = ${ctx.workspaceId} and c.calendar_id = ${calendarId}
      and c.external_id is not null`.execute(ctx.db);
  return rows;
}
