import { returnLinkUses, type LinkUses } from '../../event-types/public.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { isOfMailbox } from '../../platform/db/mailbox.ts';
import { transact, type Database } from '../../platform/db/transaction.ts';
import type { WaitlistEntry } from '../../platform/db/schema.gen.ts';
import type { Answer, Booking } from '../bookings/public.ts';

type Row = Selectable<WaitlistEntry>;
export type WaitlistStatus = 'waiting' | 'booked' | 'left' | 'removed' | 'closed';

export interface WaitlistRow extends Omit<Row, 'status' | 'booking' | 'answers'> {
  readonly status: WaitlistStatus;
  readonly booking: Booking;
  readonly answers: readonly Answer[];
}

export async function insertEntry(
  ctx: Ctx,
  row: Omit<Insertable<WaitlistEntry>, 'workspace_id'>,
): Promise<WaitlistRow> {
  const inserted = await ctx.db
    .insertInto('waitlist_entry')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .returningAll()
    .executeTakeFirstOrThrow();
  return inserted as unknown as WaitlistRow;
}

/** Of a mailbox on the list of an event. */
export async function findWaiting(
  ctx: Ctx,
  eventId: string,
  email: string,
): Promise<WaitlistRow | undefined> {
  const row = await entries(ctx)
    .where('event_id', '=', eventId)
    .where('status', '=', 'waiting')
    .where(isOfMailbox(sql`email`, email))
    .executeTakeFirst();
  return row as unknown as WaitlistRow | undefined;
}

export async function findEntries(ctx: Ctx, ids: readonly string[]): Promise<WaitlistRow[]> {
  const rows = await entries(ctx)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return rows as unknown as WaitlistRow[];
}

/** The waitlist of an event, in the order in which people joined. */
export async function listWaiting(
  ctx: Ctx,
  eventId: string,
  page: { readonly limit: number; readonly offset: number } = { limit: 1000, offset: 0 },
): Promise<WaitlistRow[]> {
  const rows = await entries(ctx)
    .where('event_id', '=', eventId)
    .where('status', '=', 'waiting')
    .orderBy('joined_at')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows as unknown as WaitlistRow[];
}

/**
 * How many seats events of a page have, locked until the transaction ends, and so is the room of the event: seats that are added at this
 * moment go to somebody who joins at this moment.
 */
export async function lockSeats(
  ctx: Ctx,
  eventTypeId: string,
  eventId: string,
): Promise<{ readonly maxActiveInvitees: number }> {
  const page = await ctx.db
    .selectFrom('event_type')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', eventTypeId)
    .select('max_active_invitees as maxActiveInvitees')
    .forShare()
    .executeTakeFirstOrThrow();
  await sql`
    select from event_resource x join resource r on r.workspace_id = x.workspace_id and r.id = x.resource_id
    where x.workspace_id = ${ctx.workspaceId} and x.event_id = ${eventId} and x.blocking
    order by r.id for share of r
  `.execute(ctx.db);
  return page;
}

export async function countWaiting(ctx: Ctx, eventId: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('waitlist_entry')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_id', '=', eventId)
    .where('status', '=', 'waiting')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

function entries(ctx: Ctx) {
  return ctx.db.selectFrom('waitlist_entry').where('workspace_id', '=', ctx.workspaceId).selectAll();
}

export async function closeEntries(
  ctx: Ctx,
  ids: readonly string[],
  changes: { readonly status: WaitlistStatus; readonly invitee_id?: string },
): Promise<void> {
  await ctx.db
    .updateTable('waitlist_entry')
    .set({ ...changes, updated_at: ctx.now.toISOString() })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
}

/** Whether the page of an event takes bookings, and every host of the event is still there. */
export async function isBookable(ctx: Ctx, eventId: string): Promise<boolean> {
  const result = await sql`
    select from scheduled_event e
    join event_type p on p.workspace_id = e.workspace_id and p.id = e.event_type_id
    where e.workspace_id = ${ctx.workspaceId} and e.id = ${eventId} and p.is_active and p.deleted_at is null
      and not exists (
        select from event_host h join member m on m.workspace_id = h.workspace_id and m.id = h.host_id
        where h.workspace_id = e.workspace_id and h.event_id = e.id and not m.is_active)
  `.execute(ctx.db);
  return result.rows.length > 0;
}

/** Events to come of a page, or in a room, for which somebody waits. */
export async function listAwaitedEvents(
  ctx: Ctx,
  of: { readonly eventTypeId: string } | { readonly resourceId: string },
): Promise<string[]> {
  const isOfThem =
    'eventTypeId' in of
      ? sql`e.event_type_id = ${of.eventTypeId}`
      : sql`exists (select from event_resource x where x.workspace_id = e.workspace_id and x.event_id = e.id
          and x.resource_id = ${of.resourceId} and x.blocking)`;
  const result = await sql<{ id: string }>`
    select e.id from scheduled_event e
    where e.workspace_id = ${ctx.workspaceId} and ${isOfThem} and e.status = 'confirmed'
      and e.starts_at > ${ctx.now.toISOString()}::timestamptz and exists (
        select from waitlist_entry w where w.workspace_id = e.workspace_id and w.event_id = e.id and w.status = 'waiting')
    order by e.starts_at, e.id
  `.execute(ctx.db);
  return result.rows.map(({ id }) => id);
}

/** Nobody waits for what has begun. Who did not get a seat has not used their link. */
export function deletePastEntries(database: Database, now: Date): Promise<void> {
  return transact(database, '*', async (db) => {
    const { rows } = await sql<LinkUses>`
      with ended as (
        delete from waitlist_entry w using scheduled_event e
        where e.workspace_id = w.workspace_id and e.id = w.event_id and e.starts_at <= ${now.toISOString()}::timestamptz
        returning w.workspace_id, w.link_id, w.status)
      select workspace_id as "workspaceId", link_id as "linkId", count(*)::int as uses from ended
      where status = 'waiting' and link_id is not null group by 1, 2
    `.execute(db);
    await returnLinkUses(db, rows);
  });
}
