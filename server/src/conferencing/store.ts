import { locationKinds } from '@daybook/contract/locations.data';
import { sql, type Selectable } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import type { Conference } from '../platform/db/schema.gen.ts';
import { transact, type Database } from '../platform/db/transaction.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import type { StoredSettings } from './settings.ts';

export type ConferenceRow = Selectable<Conference>;

export function readSettings(ctx: Ctx): Promise<StoredSettings> {
  return ctx.db
    .selectFrom('workspace')
    .where('workspace_id', '=', ctx.workspaceId)
    .select(['conferencing', 'conferencing_sealed'])
    .executeTakeFirstOrThrow();
}

export async function insertAccountConference(ctx: Ctx, eventId: string, provider: string): Promise<void> {
  await ctx.db
    .insertInto('conference')
    .values({ workspace_id: ctx.workspaceId, event_id: eventId, provider })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The first of the hosts makes it whose bookings are entered in a calendar of this provider. Nobody: no conference. */
export async function insertCalendarConference(
  ctx: Ctx,
  eventId: string,
  provider: string,
  calendarProvider: string,
  hostIds: readonly string[],
): Promise<void> {
  await sql`
    insert into conference (workspace_id, event_id, provider, host_id, due_at)
    select c.workspace_id, ${eventId}, ${provider}, c.member_id, null
    from calendar c join calendar_connection n on n.workspace_id = c.workspace_id and n.id = c.connection_id
    where c.workspace_id = ${ctx.workspaceId} and c.member_id = ${matchAny(hostIds, 'text')} and c.is_written
      and n.provider = ${calendarProvider}
    order by array_position(${hostIds}::text[], c.member_id) limit 1
    on conflict do nothing
  `.execute(ctx.db);
}

/** Locked, so that other transactions that change one wait. */
export function lockConferences(ctx: Ctx, eventIds: readonly string[]): Promise<ConferenceRow[]> {
  return ctx.db
    .selectFrom('conference')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_id', '=', sql<string>`${matchAny(eventIds, 'text')}`)
    .selectAll()
    .forUpdate()
    .execute();
}

/** Everybody else who changes a conference has locked its event, too, and does that first. */
export async function lockEvent(ctx: Ctx, eventId: string): Promise<void> {
  await sql`select from scheduled_event where workspace_id = ${ctx.workspaceId} and id = ${eventId} for update`.execute(
    ctx.db,
  );
}

type Changes = Partial<Omit<ConferenceRow, 'workspace_id' | 'event_id' | 'due_at'>> & {
  /** Whether something is to be done, from now on. */
  readonly isDue?: boolean;
};

export async function updateConference(
  ctx: Ctx,
  eventId: string,
  { isDue, ...changes }: Changes,
): Promise<void> {
  await ctx.db
    .updateTable('conference')
    .set({ ...changes, ...(isDue !== undefined && { due_at: isDue ? sql<string>`now()` : null }) })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_id', '=', eventId)
    .execute();
}

export async function deleteConference(ctx: Ctx, eventId: string): Promise<void> {
  await ctx.db
    .deleteFrom('conference')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_id', '=', eventId)
    .execute();
}

/** Those of an account become due, and are returned. Those of a calendar go with its entry. */
export async function markEnding(ctx: Ctx, eventIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ event_id: string; due_at: string | null }>`
    update conference set is_ending = true, due_at = case when host_id is null then now() end
    where workspace_id = ${ctx.workspaceId} and event_id = ${matchAny(eventIds, 'text')} and not is_ending
    returning event_id, due_at
  `.execute(ctx.db);
  return rows.filter(({ due_at: dueAt }) => dueAt !== null).map(({ event_id: id }) => id);
}

/** Of these events, those whose link is still to come, and the time of the database. */
export async function findPending(ctx: Ctx, eventIds: readonly string[]) {
  const { rows } = await sql<{ event_id: string; now: string }>`
    select event_id, clock_timestamp() as now from conference
    where workspace_id = ${ctx.workspaceId} and event_id = ${matchAny(eventIds, 'text')} and ${isPending}
  `.execute(ctx.db);
  return { eventIds: new Set(rows.map(({ event_id: id }) => id)), now: rows[0]?.now ?? '' };
}

const isPending = sql`join_url = '' and not is_ending`;

/** A transaction that writes the link at this moment comes first, and then there is nothing to promise. */
export async function promiseLinks(ctx: Ctx, eventIds: readonly string[]): Promise<void> {
  await sql`
    update conference set is_promised = true
    where workspace_id = ${ctx.workspaceId} and event_id = ${matchAny(eventIds, 'text')} and ${isPending}
  `.execute(ctx.db);
}

/** A conference to work on, with its event and the settings of its workspace. */
export interface ClaimedConference extends ConferenceRow, StoredSettings {
  readonly title: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly duration: number;
}

/** Longer than all requests of one attempt may take. */
const lease = sql`interval '2 minutes'`;

export async function claimConference(ctx: Ctx, eventId: string): Promise<ClaimedConference | undefined> {
  const { rows } = await sql<ClaimedConference>`
    update conference c set leased_until = now() + ${lease}
    from scheduled_event e, workspace w
    where c.workspace_id = ${ctx.workspaceId} and c.event_id = ${eventId} and c.host_id is null
      and c.due_at is not null and (c.leased_until is null or c.leased_until < now())
      and e.workspace_id = c.workspace_id and e.id = c.event_id and w.workspace_id = c.workspace_id
    returning c.*, e.title, e.starts_at, e.ends_at, e.duration, w.conferencing, w.conferencing_sealed
  `.execute(ctx.db);
  return rows[0];
}

interface Failure {
  readonly error: string;
  readonly retrySeconds: number;
  /** Nothing can have been made. */
  readonly isCertain: boolean;
}

/** When it is tried again, by the clock of the database. */
export async function recordFailure(
  ctx: Ctx,
  eventId: string,
  { error, retrySeconds, isCertain }: Failure,
): Promise<void> {
  await sql`
    update conference set failures = failures + 1, error = ${error}, failing_since = coalesce(failing_since, now()),
      due_at = now() + make_interval(secs => ${retrySeconds}), leased_until = null,
      intended_at = case when ${isCertain} then null else intended_at end
    where workspace_id = ${ctx.workspaceId} and event_id = ${eventId}
  `.execute(ctx.db);
}

export interface DueConference {
  readonly workspaceId: WorkspaceId;
  readonly eventId: string;
}

export function listDue(database: Database, limit: number): Promise<DueConference[]> {
  return transact(database, '*', async (db) => {
    const { rows } = await sql<DueConference>`
      select workspace_id as "workspaceId", event_id as "eventId" from conference
      where due_at <= now() and (leased_until is null or leased_until < now())
      order by due_at limit ${limit}
    `.execute(db);
    return rows;
  });
}

/** Makes all that failed due now; their events. */
export async function markFailingDue(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ event_id: string }>`
    update conference set due_at = now()
    where workspace_id = ${ctx.workspaceId} and failures > 0 and due_at is not null
    returning event_id
  `.execute(ctx.db);
  return rows.map(({ event_id: id }) => id);
}

export interface FailingConference {
  readonly eventId: string;
  readonly title: string;
  readonly error: string;
  readonly since: string;
}

/** After the third failure in a row: of all events, or of those that a member hosts. */
export async function listFailingConferences(
  ctx: Ctx,
  hostId: string | null,
  limit: number,
): Promise<FailingConference[]> {
  const { rows } = await sql<FailingConference>`
    select c.event_id as "eventId", e.title, c.error, c.failing_since as since
    from conference c join scheduled_event e on e.workspace_id = c.workspace_id and e.id = c.event_id
    where c.workspace_id = ${ctx.workspaceId} and c.failures >= 3 and c.due_at is not null
      and (${hostId}::text is null or exists (select from event_host h
        where h.workspace_id = c.workspace_id and h.event_id = c.event_id and h.host_id = ${hostId}))
    order by c.failing_since desc, c.event_id limit ${limit}
  `.execute(ctx.db);
  return rows;
}

export interface EventWithoutLink {
  readonly eventId: string;
  readonly title: string;
  /** The names of those who come; of many, the first. */
  readonly invitees: string;
  readonly since: string;
}

const maxNames = 3;
const videoLabels = Object.values(locationKinds).flatMap(({ icon, label }) =>
  icon === 'video' ? [label] : [],
);

/** Video calls to come that have no link, and for which no provider is making one. */
export async function listEventsWithoutLink(
  ctx: Ctx,
  hostId: string | null,
  limit: number,
): Promise<EventWithoutLink[]> {
  const { rows } = await sql<EventWithoutLink>`
    select e.id as "eventId", e.title, e.created_at as since,
      array_to_string(array(select i.full_name from invitee i
        where i.workspace_id = e.workspace_id and i.event_id = e.id and i.cancelled_at is null
        order by i.scheduled_at, i.id limit ${maxNames}), ', ') as invitees
    from scheduled_event e
    where e.workspace_id = ${ctx.workspaceId} and e.status = 'confirmed' and e.ends_at > ${ctx.now.toISOString()}
      and e.location_join_url = '' and e.location_type = any (${videoLabels})
      and not exists (select from conference c
        where c.workspace_id = e.workspace_id and c.event_id = e.id and c.due_at is not null)
      and (${hostId}::text is null or exists (select from event_host h
        where h.workspace_id = e.workspace_id and h.event_id = e.id and h.host_id = ${hostId}))
    order by e.starts_at, e.id limit ${limit}
  `.execute(ctx.db);
  return rows;
}

/** What visitors of `/join` must know. */
export interface JoinFacts extends StoredSettings {
  readonly status: string;
  readonly ends_at: string;
  readonly hosts: readonly { readonly id: string; readonly name: string; readonly email: string }[];
}

export async function findJoinFacts(ctx: Ctx, eventId: string): Promise<JoinFacts | undefined> {
  const { rows } = await sql<JoinFacts>`
    select e.status, e.ends_at, w.conferencing, w.conferencing_sealed,
      coalesce((select json_agg(json_build_object('id', m.id, 'name', trim(m.first_name || ' ' || m.last_name),
          'email', m.email))
        from event_host h join member m on m.workspace_id = h.workspace_id and m.id = h.host_id and m.is_active
        where h.workspace_id = e.workspace_id and h.event_id = e.id), '[]') as hosts
    from scheduled_event e join workspace w on w.workspace_id = e.workspace_id
    where e.workspace_id = ${ctx.workspaceId} and e.id = ${eventId}
  `.execute(ctx.db);
  return rows[0];
}
