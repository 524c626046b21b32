import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';

export interface InviteeFacts {
  readonly email: string;
  readonly fullName: string;
  readonly salutation: string | null;
  readonly phone: string | null;
  readonly timezone: string;
  readonly title: string;
  readonly cancelledBy: string | null;
  readonly cancellationReason: string | null;
}

/** Invitees by their ids, with the title of their event. */
export async function findBooked(
  ctx: Ctx,
  inviteeIds: readonly string[],
): Promise<Map<string, InviteeFacts>> {
  if (inviteeIds.length === 0) return new Map();
  const result = await sql<InviteeFacts & { id: string }>`
    select i.id, i.email, i.full_name as "fullName", i.salutation, i.phone, i.timezone, e.title,
      i.cancelled_by as "cancelledBy", i.cancellation_reason as "cancellationReason"
    from invitee i join scheduled_event e on e.workspace_id = i.workspace_id and e.id = i.event_id
    where i.workspace_id = ${ctx.workspaceId} and i.id = ${matchAny(inviteeIds, 'text')} and i.erased_at is null
  `.execute(ctx.db);
  return new Map(result.rows.map((row) => [row.id, row]));
}

interface NewMeeting {
  readonly inviteeId: string;
  readonly eventId: string;
  readonly objectId: string;
  readonly personId: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

export async function insertMeetings(ctx: Ctx, meetings: readonly NewMeeting[]): Promise<void> {
  if (meetings.length === 0) return;
  const latest = [...new Map(meetings.map((meeting) => [meeting.inviteeId, meeting])).values()];
  await sql`
    insert into crm_meeting (workspace_id, invitee_id, event_id, object_id, person_id, starts_at, ends_at)
    select ${ctx.workspaceId}, x."inviteeId", x."eventId", x."objectId", x."personId", x."startsAt", x."endsAt"
    from jsonb_to_recordset(${JSON.stringify(latest)}::jsonb) as x ("inviteeId" text, "eventId" text, "objectId" uuid,
      "personId" uuid, "startsAt" timestamptz, "endsAt" timestamptz)
    on conflict (workspace_id, invitee_id) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at
  `.execute(ctx.db);
}

interface MeetingChange {
  readonly inviteeId: string;
  readonly startsAt?: string;
  readonly endsAt?: string;
  readonly isCancelled?: boolean;
  readonly isNoShow?: boolean;
}

/** Changes the meetings of invitees, of several changes to one the last. Whose they are; the CRM may not know all of them. */
export async function changeMeetings(
  ctx: Ctx,
  changes: readonly MeetingChange[],
): Promise<Map<string, string>> {
  const latest = [...new Map(changes.map((change) => [change.inviteeId, change])).values()];
  const result = await sql<{ invitee_id: string; person_id: string }>`
    update crm_meeting m set starts_at = coalesce(x."startsAt", m.starts_at), ends_at = coalesce(x."endsAt", m.ends_at),
      is_cancelled = coalesce(x."isCancelled", m.is_cancelled), is_no_show = coalesce(x."isNoShow", m.is_no_show)
    from jsonb_to_recordset(${JSON.stringify(latest)}::jsonb) as x ("inviteeId" text, "startsAt" timestamptz,
      "endsAt" timestamptz, "isCancelled" boolean, "isNoShow" boolean)
    where m.workspace_id = ${ctx.workspaceId} and m.invitee_id = x."inviteeId"
    returning m.invitee_id, m.person_id
  `.execute(ctx.db);
  return new Map(result.rows.map((row) => [row.invitee_id, row.person_id]));
}

/** The people who meet in events. */
export async function findPeopleAt(ctx: Ctx, eventIds: readonly string[]): Promise<Map<string, string[]>> {
  const result = await sql<{ event_id: string; people: string[] }>`
    select event_id, array_agg(distinct person_id)::text[] as people from crm_meeting
    where workspace_id = ${ctx.workspaceId} and event_id = ${matchAny(eventIds, 'text')}
    group by event_id
  `.execute(ctx.db);
  return new Map(result.rows.map((row) => [row.event_id, row.people]));
}

/** Something that happened to a person, by the id of what was published and when. */
interface Entry {
  readonly id: string;
  readonly publishedAt: string | null;
  readonly happenedAt?: string | undefined;
  readonly personId: string;
  readonly kind: string;
  readonly detail: object;
}

/**
 * What happened to people, on their timelines and on those of their companies, in one statement. The id of an entry follows
 * from what was published and whose timeline it is, so that the same one is not written twice. That is looked up per entry:
 * as `not exists`, the planner would join with every change of the workspace.
 */
export async function insertAround(
  ctx: Ctx,
  people: { readonly objectId: string; readonly relationId: string },
  entries: readonly Entry[],
): Promise<void> {
  const { kind: actorKind, memberId } = ctx.actor;
  await sql`
    insert into crm_change (workspace_id, id, object_id, record_id, kind, actor_kind, member_id, detail, happened_at)
    select ${ctx.workspaceId}, y.id, y.object_id, y.record_id, x.kind, ${actorKind}, ${memberId || null},
      x.detail || y.beside, coalesce(x.happened_at, clock_timestamp())
    from rows from (jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        as (id text, "publishedAt" timestamptz, "happenedAt" timestamptz, "personId" uuid, kind text, detail jsonb))
      with ordinality as x (id, published_at, happened_at, person_id, kind, detail, place)
    cross join lateral (
      select r.object_id, r.record_id, r.beside,
        overlay(overlay(md5(x.id || ' ' || r.record_id) placing '8' from 13) placing 'a' from 17)::uuid as id
      from (
        select ${people.objectId}::uuid as object_id, x.person_id as record_id, '{}'::jsonb as beside
        union all
        select l.to_object_id, l.to_id, jsonb_build_object('personId', l.from_id)
        from crm_link l
        where l.workspace_id = ${ctx.workspaceId} and l.relation_id = ${people.relationId} and l.from_id = x.person_id
      ) r
    ) y
    where (
      select true from crm_change c
      where c.workspace_id = ${ctx.workspaceId} and c.record_id = y.record_id and c.happened_at >= x.published_at
        and c.id = y.id
      limit 1) is null
    order by x.place
  `.execute(ctx.db);
}
