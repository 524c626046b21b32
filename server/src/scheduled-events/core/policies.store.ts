import { minuteToMs } from '@daybook/engine/dates';
import type { Range } from '@daybook/engine/ranges';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { isOfMailbox } from '../../platform/db/mailbox.ts';
import { normalizeMailbox } from '../../platform/mailbox.ts';

/** How many bookings one address may have on a page; with whatever follows a plus sign, it is the same address. */
export interface InviteeLimit {
  readonly bookings: number;
  readonly period: 'day' | 'week' | 'month' | 'upcoming';
}

/** Minutes before an event until which its invitees may change it. */
export interface Notices {
  readonly cancelled: number;
  readonly moved: number;
}

export async function findNotices(ctx: Ctx, eventTypeId: string): Promise<Notices> {
  const result = await sql<Notices>`
    select cancellation_notice as cancelled, rescheduling_notice as moved
    from event_type where workspace_id = ${ctx.workspaceId} and id = ${eventTypeId}
  `.execute(ctx.db);
  return result.rows[0] ?? { cancelled: 0, moved: 0 };
}

/** Locks the page's limits until the transaction ends: those who count them must come one after the other. */
export async function lockLimits(ctx: Ctx, eventTypeId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`limits ${ctx.workspaceId} ${eventTypeId}`}, 0))`.execute(
    ctx.db,
  );
}

/** Until the transaction ends, nobody else counts the bookings of this address on this page. */
export async function lockInvitee(ctx: Ctx, eventTypeId: string, email: string): Promise<void> {
  const key = `invitee ${ctx.workspaceId} ${eventTypeId} ${normalizeMailbox(email)}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(ctx.db);
}

/** Bookings, open requests and places on waitlists of an address on a page that start within a range, or without one, that are to come. */
export async function countBookings(
  ctx: Ctx,
  eventTypeId: string,
  email: string,
  range: Range | undefined,
  exceptId: string,
): Promise<number> {
  const [from, to] = range
    ? [new Date(minuteToMs(range.start)), new Date(minuteToMs(range.end))]
    : [ctx.now, undefined];
  const result = await sql<{ count: number }>`
    select (count(*) + (
      select count(*) from booking_request r
      where r.workspace_id = ${ctx.workspaceId} and ${isOfMailbox(sql`r.email`, email)} and r.status = 'open'
        and r.expires_at > ${ctx.now.toISOString()}::timestamptz and r.event_type_id = ${eventTypeId}::uuid
        and r.starts_at >= ${from.toISOString()}::timestamptz
        and r.starts_at < ${to?.toISOString() ?? 'infinity'}::timestamptz) + (
      select count(*) from waitlist_entry w
      join scheduled_event v on v.workspace_id = w.workspace_id and v.id = w.event_id
      where w.workspace_id = ${ctx.workspaceId} and ${isOfMailbox(sql`w.email`, email)} and w.status = 'waiting'
        and v.event_type_id = ${eventTypeId}::uuid and v.starts_at >= ${from.toISOString()}::timestamptz
        and v.starts_at < ${to?.toISOString() ?? 'infinity'}::timestamptz))::int as count
    from invitee i
    join scheduled_event e on e.workspace_id = i.workspace_id and e.id = i.event_id
    where i.workspace_id = ${ctx.workspaceId} and ${isOfMailbox(sql`i.email`, email)} and i.cancelled_at is null
      and i.id <> ${exceptId} and e.event_type_id = ${eventTypeId}::uuid and e.status = 'confirmed'
      and e.starts_at >= ${from.toISOString()}::timestamptz
      and e.starts_at < ${to?.toISOString() ?? 'infinity'}::timestamptz
  `.execute(ctx.db);
  return result.rows[0]?.count ?? 0;
}
