import { sql, type Insertable, type Selectable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';
import type { Invitee, ScheduledEvent } from '../../platform/db/schema.gen.ts';

export type EventRow = Selectable<ScheduledEvent>;
export type InviteeRow = Selectable<Invitee>;

/** A new event with its first invitee, in one statement. */
export async function insertEvent(
  ctx: Ctx,
  event: Omit<Insertable<ScheduledEvent>, 'workspace_id'>,
  invitee: Omit<Insertable<Invitee>, 'workspace_id'>,
): Promise<void> {
  const { workspaceId } = ctx;
  await ctx.db
    .with('begun', (db) => db.insertInto('scheduled_event').values({ ...event, workspace_id: workspaceId }))
    .with('invited', (db) => db.insertInto('invitee').values({ ...invitee, workspace_id: workspaceId }))
    .insertInto('invitee_key')
    .values({ invitee_id: invitee.id, key_hash: invitee.key_hash, workspace_id: workspaceId })
    .execute();
}

/** An invitee of an event that is there, with the key that opens their own page. */
export async function insertInvitee(
  ctx: Ctx,
  invitee: Omit<Insertable<Invitee>, 'workspace_id'>,
): Promise<void> {
  const { workspaceId } = ctx;
  await ctx.db
    .with('invited', (db) => db.insertInto('invitee').values({ ...invitee, workspace_id: workspaceId }))
    .insertInto('invitee_key')
    .values({ invitee_id: invitee.id, key_hash: invitee.key_hash, workspace_id: workspaceId })
    .execute();
}

export async function updateEvent(
  ctx: Ctx,
  id: string,
  changes: Partial<
    Pick<
      EventRow,
      | 'starts_at'
      | 'ends_at'
      | 'duration'
      | 'status'
      | 'seats_taken'
      | 'max_seats'
      | 'search'
      | 'location_join_url'
      | 'title'
      | 'notes'
      | 'location_type'
    > & { readonly location_details: string }
  >,
): Promise<EventRow> {
  return ctx.db
    .updateTable('scheduled_event')
    .set({ ...changes, sequence: sql<number>`sequence + 1` })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findEvent(ctx: Ctx, id: string): Promise<EventRow | undefined> {
  return ctx.db
    .selectFrom('scheduled_event')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst();
}

/** An event, locked until the transaction ends: seats, cancelling and moving decide by what they read. */
export function lockEvent(ctx: Ctx, id: string): Promise<EventRow | undefined> {
  return ctx.db
    .selectFrom('scheduled_event')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

/** The group event that others are joining at this time, if there is one by now that all of these host. */
export async function findGroupEvent(
  ctx: Ctx,
  time: Pick<EventRow, 'event_type_id' | 'starts_at' | 'ends_at'>,
  hostIds: readonly string[],
): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('scheduled_event as e')
    .where('e.workspace_id', '=', ctx.workspaceId)
    .where('e.event_type_id', '=', time.event_type_id)
    .where('e.status', '=', 'confirmed')
    .where('e.type', '=', 'GROUP')
    .where('e.is_closed', '=', false)
    .where('e.starts_at', '=', time.starts_at)
    .where('e.ends_at', '=', time.ends_at)
    .where(
      sql<boolean>`${[...hostIds]}::text[] <@ array(select h.host_id from event_host h
        where h.workspace_id = e.workspace_id and h.event_id = e.id)`,
    )
    .select('e.id')
    .executeTakeFirst();
  return row?.id;
}

export function findInvitee(ctx: Ctx, id: string): Promise<InviteeRow | undefined> {
  return ctx.db
    .selectFrom('invitee')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst();
}

export function listActiveInvitees(ctx: Ctx, eventId: string): Promise<InviteeRow[]> {
  return ctx.db
    .selectFrom('invitee')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_id', '=', eventId)
    .where('cancelled_at', 'is', null)
    .selectAll()
    .orderBy('scheduled_at')
    .orderBy('id')
    .execute();
}

export async function updateInvitees(
  ctx: Ctx,
  ids: readonly string[],
  changes: Partial<
    Pick<
      InviteeRow,
      | 'cancelled_at'
      | 'cancelled_by'
      | 'canceller_type'
      | 'cancellation_reason'
      | 'no_show'
      | 'timezone'
      | 'guests'
    >
  >,
): Promise<void> {
  await ctx.db
    .updateTable('invitee')
    .set(changes)
    .where('workspace_id', '=', ctx.workspaceId)
    .where(sql<boolean>`id = ${matchAny(ids, 'text')}`)
    .execute();
}

export async function listHostIds(ctx: Ctx, eventId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('event_host')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_id', '=', eventId)
    .select('host_id')
    .orderBy('position')
    .orderBy('host_id')
    .execute();
  return rows.map((row) => row.host_id);
}
