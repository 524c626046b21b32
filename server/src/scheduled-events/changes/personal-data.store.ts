import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';
import { read, type Database } from '../../platform/db/transaction.ts';
import type { WorkspaceId } from '../../platform/db/workspace-id.ts';
import { erasedEmail, erasedName, type Person } from '../../platform/personal-data.ts';

interface InviteeFacts {
  readonly id: string;
  readonly event_id: string;
  readonly full_name: string;
  readonly phone: string | null;
}

/** Invitees by their addresses, or by their ids. */
export async function findPersonInvitees(
  ctx: Ctx,
  { emails, inviteeIds }: Pick<Person, 'emails' | 'inviteeIds'>,
): Promise<InviteeFacts[]> {
  const result = await sql<InviteeFacts>`
    select id, event_id, full_name, phone from invitee
    where workspace_id = ${ctx.workspaceId} and erased_at is null
      and (lower(email) = any (${emails}::text[]) or id = any (${inviteeIds}::text[]))
  `.execute(ctx.db);
  return result.rows;
}

export async function listPersonBookings(
  ctx: Ctx,
  { inviteeIds }: Person,
): Promise<Record<string, unknown>[]> {
  const result = await sql<{ booking: Record<string, unknown> }>`
    select jsonb_build_object('event', e.id, 'title', e.title, 'startsAt', e.starts_at, 'endsAt', e.ends_at,
      'status', e.status, 'location', e.location_details) || (to_jsonb(i) - '{workspace_id,event_id,key_hash,key_sealed,link_id,erased_at}'::text[])
      as booking
    from invitee i join scheduled_event e on e.workspace_id = i.workspace_id and e.id = i.event_id
    where i.workspace_id = ${ctx.workspaceId} and i.id = ${matchAny(inviteeIds, 'text')}
    order by e.starts_at, i.id
  `.execute(ctx.db);
  return result.rows.map(({ booking }) => booking);
}

/** Every change of a booking locks its event first, so nothing that was read before is written after the erasure. */
export async function lockEvents(ctx: Ctx, ids: readonly string[]): Promise<{ id: string; title: string }[]> {
  const result = await sql<{ id: string; title: string }>`
    select id, title from scheduled_event where workspace_id = ${ctx.workspaceId} and id = ${matchAny(ids, 'text')}
    order by id for update
  `.execute(ctx.db);
  return result.rows;
}

export async function eraseInvitees(ctx: Ctx, { inviteeIds, emails }: Person): Promise<void> {
  await sql`
    update invitee set salutation = null, full_name = ${erasedName}, email = ${erasedEmail}, phone = null,
      timezone = 'UTC', language = 'en', guests = null, answers = null, utm = '{}', custom_query_params = '{}',
      cancellation_reason = null, erased_at = now(),
      cancelled_by = case when canceller_type = 'invitee' then ${erasedEmail} else cancelled_by end
    where workspace_id = ${ctx.workspaceId} and id = ${matchAny(inviteeIds, 'text')}
  `.execute(ctx.db);
  await sql`
    update invitee set guests = array(select guest from unnest(guests) guest where lower(guest) <> all (${emails}::text[]))
    where workspace_id = ${ctx.workspaceId}
      and exists (select from unnest(guests) guest where lower(guest) = any (${emails}::text[]))
  `.execute(ctx.db);
}

/** Requests of somebody, with the time that they keep. Those that were confirmed are bookings as well. */
export async function deleteRequests(ctx: Ctx, { emails, inviteeIds }: Person): Promise<void> {
  await sql`
    with erased as (
      delete from booking_request
      where workspace_id = ${ctx.workspaceId}
        and (lower(email) = any (${emails}::text[]) or invitee_id = any (${inviteeIds}::text[]))
      returning id
    )
    delete from hold where workspace_id = ${ctx.workspaceId} and id in (select id from erased)
  `.execute(ctx.db);
  await sql`
    update booking_request set booking = jsonb_set(booking, '{guests}', coalesce((
      select jsonb_agg(guest) from jsonb_array_elements_text(booking -> 'guests') guest
      where lower(guest) <> all (${emails}::text[])), '[]'))
    where workspace_id = ${ctx.workspaceId} and jsonb_typeof(booking -> 'guests') = 'array'
      and exists (select from jsonb_array_elements_text(booking -> 'guests') guest where lower(guest) = any (${emails}::text[]))
  `.execute(ctx.db);
}

/** Mail about them has their ids. */
export async function findPersonRequestIds(ctx: Ctx, { emails }: Pick<Person, 'emails'>): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from booking_request where workspace_id = ${ctx.workspaceId} and lower(email) = any (${emails}::text[])
  `.execute(ctx.db);
  return result.rows.map(({ id }) => id);
}

export async function listPersonRequests(ctx: Ctx, { emails }: Person): Promise<Record<string, unknown>[]> {
  const result = await sql<{ request: Record<string, unknown> }>`
    select to_jsonb(r) - '{workspace_id,host_ids,link_id}'::text[] as request from booking_request r
    where workspace_id = ${ctx.workspaceId} and lower(email) = any (${emails}::text[])
    order by created_at, id
  `.execute(ctx.db);
  return result.rows.map(({ request }) => request);
}

/** Places on waitlists; of others, the guest that somebody would be. */
export async function deleteEntries(ctx: Ctx, { emails, inviteeIds }: Person): Promise<void> {
  await sql`
    delete from waitlist_entry where workspace_id = ${ctx.workspaceId}
      and (lower(email) = any (${emails}::text[]) or invitee_id = any (${inviteeIds}::text[]))
  `.execute(ctx.db);
  await sql`
    update waitlist_entry set booking = jsonb_set(booking, '{guests}', coalesce((
      select jsonb_agg(guest) from jsonb_array_elements_text(booking -> 'guests') guest
      where lower(guest) <> all (${emails}::text[])), '[]'))
    where workspace_id = ${ctx.workspaceId} and jsonb_typeof(booking -> 'guests') = 'array'
      and exists (select from jsonb_array_elements_text(booking -> 'guests') guest where lower(guest) = any (${emails}::text[]))
  `.execute(ctx.db);
}

export async function listPersonWaitlist(ctx: Ctx, { emails }: Person): Promise<Record<string, unknown>[]> {
  const result = await sql<{ entry: Record<string, unknown> }>`
    select to_jsonb(w) - '{workspace_id,link_id}'::text[] as entry from waitlist_entry w
    where workspace_id = ${ctx.workspaceId} and lower(email) = any (${emails}::text[])
    order by joined_at, id
  `.execute(ctx.db);
  return result.rows.map(({ entry }) => entry);
}

/** What proves that an address is somebody's has it, for some minutes. */
export async function deleteConfirmations(ctx: Ctx, { emails }: Person): Promise<void> {
  await sql`
    delete from address_confirmation where workspace_id = ${ctx.workspaceId} and lower(email) = any (${emails}::text[])
  `.execute(ctx.db);
}

/** Where an invitee wanted to meet. What the page itself says stays. */
export async function eraseGivenPlaces(ctx: Ctx, eventIds: readonly string[]): Promise<void> {
  await sql`
    update scheduled_event e set location_details = (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(e.location_details)
      where key not in ('address', 'details') or exists (
        select from event_type p, jsonb_array_elements(p.locations) place
        where p.workspace_id = e.workspace_id and p.id = e.event_type_id and place -> key = value))
    where e.workspace_id = ${ctx.workspaceId} and e.id = ${matchAny(eventIds, 'text')}
  `.execute(ctx.db);
}

export async function setSearch(ctx: Ctx, eventId: string, search: string): Promise<void> {
  await sql`
    update scheduled_event set search = ${search} where workspace_id = ${ctx.workspaceId} and id = ${eventId}
  `.execute(ctx.db);
}

/** Invitees of one workspace whose events ended longer ago than it keeps them. */
export function findExpiredInvitees(
  database: Database,
  limit: number,
): Promise<(InviteeFacts & { readonly workspace_id: WorkspaceId })[]> {
  return read(database, '*', async (db) => {
    const result = await sql<InviteeFacts & { workspace_id: WorkspaceId }>`
      select i.workspace_id, i.id, i.event_id, i.full_name, i.phone
      from (
        select workspace_id, invitee_days from workspace w where invitee_days is not null and exists (
          select from scheduled_event e join invitee i on i.workspace_id = e.workspace_id and i.event_id = e.id
          where e.workspace_id = w.workspace_id and i.erased_at is null
            and e.ends_at < now() - make_interval(days => w.invitee_days))
        limit 1) w
      join scheduled_event e on e.workspace_id = w.workspace_id
        and e.ends_at < now() - make_interval(days => w.invitee_days)
      join invitee i on i.workspace_id = e.workspace_id and i.event_id = e.id and i.erased_at is null
      limit ${limit}
    `.execute(db);
    return result.rows;
  });
}
