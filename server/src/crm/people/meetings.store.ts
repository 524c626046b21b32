import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';

export interface Booked {
  readonly email: string;
  readonly fullName: string;
  readonly salutation: string | null;
  readonly phone: string | null;
  readonly timezone: string;
  readonly title: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly cancelledBy: string | null;
  readonly cancellationReason: string | null;
}

/** An invitee with their event: all that the CRM wants to know of a booking. */
export async function findBooked(ctx: Ctx, inviteeId: string): Promise<Booked | undefined> {
  const result = await sql<Booked>`
    select i.email, i.full_name as "fullName", i.salutation, i.phone, i.timezone, e.title, e.starts_at as "startsAt",
      e.ends_at as "endsAt", i.cancelled_by as "cancelledBy", i.cancellation_reason as "cancellationReason"
    from invitee i join scheduled_event e on e.workspace_id = i.workspace_id and e.id = i.event_id
    where i.workspace_id = ${ctx.workspaceId} and i.id = ${inviteeId}
  `.execute(ctx.db);
  return result.rows[0];
}

export async function insertMeeting(
  ctx: Ctx,
  meeting: {
    readonly inviteeId: string;
    readonly eventId: string;
    readonly objectId: string;
    readonly personId: string;
    readonly startsAt: string;
    readonly endsAt: string;
  },
): Promise<void> {
  await sql`
    insert into crm_meeting (workspace_id, invitee_id, event_id, object_id, person_id, starts_at, ends_at)
    values (${ctx.workspaceId}, ${meeting.inviteeId}, ${meeting.eventId}, ${meeting.objectId}, ${meeting.personId},
      ${meeting.startsAt}, ${meeting.endsAt})
    on conflict (workspace_id, invitee_id) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at
  `.execute(ctx.db);
}

interface MeetingChanges {
  readonly starts_at?: string;
  readonly ends_at?: string;
  readonly is_cancelled?: boolean;
  readonly is_no_show?: boolean;
}

/** Changes the meeting of an invitee; whose it is, or undefined when the CRM never heard of it. */
export async function changeMeeting(
  ctx: Ctx,
  inviteeId: string,
  changes: MeetingChanges,
): Promise<string | undefined> {
  const row = await ctx.db
    .updateTable('crm_meeting')
    .set(changes)
    .where('workspace_id', '=', ctx.workspaceId)
    .where('invitee_id', '=', inviteeId)
    .returning('person_id')
    .executeTakeFirst();
  return row?.person_id;
}

/** The people who meet in an event. */
export async function peopleAt(ctx: Ctx, eventId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('crm_meeting')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_id', '=', eventId)
    .select('person_id')
    .distinct()
    .execute();
  return rows.map((row) => row.person_id);
}

/** What happened to a person, on their timeline and on that of their company, in one statement. */
export async function insertAround(
  ctx: Ctx,
  person: { readonly objectId: string; readonly id: string; readonly relationId: string },
  entry: { readonly ids: readonly [string, string]; readonly kind: string; readonly detail: object },
): Promise<void> {
  const { kind: actorKind, memberId } = ctx.actor;
  const detail = JSON.stringify(entry.detail);
  await sql`
    insert into crm_change (workspace_id, id, object_id, record_id, kind, actor_kind, member_id, detail)
    select ${ctx.workspaceId}, x.id, x.object_id, x.record_id, ${entry.kind}, ${actorKind}, ${memberId || null},
      ${detail}::jsonb || x.beside
    from (
      select ${entry.ids[0]}::uuid as id, ${person.objectId}::uuid as object_id, ${person.id}::uuid as record_id,
        '{}'::jsonb as beside
      union all
      select ${entry.ids[1]}::uuid, l.to_object_id, l.to_id, jsonb_build_object('personId', l.from_id)
      from crm_link l
      where l.workspace_id = ${ctx.workspaceId} and l.relation_id = ${person.relationId} and l.from_id = ${person.id}
    ) x
  `.execute(ctx.db);
}
