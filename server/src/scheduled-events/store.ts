import type { recurrence } from '@daybook/contract/event-types';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { z } from 'zod';
import type { ConferencingSettings } from '../conferencing/public.ts';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import type { Invitee, ScheduledEvent } from '../platform/db/schema.gen.ts';
import type { PageLocation } from './location.rules.ts';
import type { RefundPolicy } from './payment.ts';
import type { InviteeLimit } from './policies.store.ts';

export type EventRow = Selectable<ScheduledEvent>;
export type InviteeRow = Selectable<Invitee>;

export interface QuestionRow {
  readonly id: number;
  readonly question: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly options: string[] | null;
}

/** What a booking must know of its page beyond its times. */
export interface PageDetails {
  readonly locations: PageLocation[];
  readonly asksPhone: boolean;
  readonly price: string | null;
  readonly currency: string | null;
  readonly paymentProvider: string;
  readonly refundPolicy: RefundPolicy | null;
  readonly questions: QuestionRow[];
  readonly confirmAddress: 'never' | 'new' | 'always';
  readonly inviteeLimit: InviteeLimit | null;
  readonly recurrence: z.output<typeof recurrence> | null;
  readonly waitlist: boolean;
  readonly maxActiveInvitees: number;
  /** A host decides about each booking, within so many minutes. */
  readonly requiresConfirmation: boolean;
  readonly confirmWithin: number;
  /** Of the workspace: addresses and domains that may not book. */
  readonly blockedAddresses: string[];
  /** Of the workspace. */
  readonly conferencing: ConferencingSettings;
}

export async function findPageDetails(ctx: Ctx, eventTypeId: string): Promise<PageDetails> {
  const result = await sql<PageDetails>`
    select p.locations, p.invitee_phone_number as "asksPhone", p.price, p.currency,
      p.payment_provider as "paymentProvider", p.refund_policy as "refundPolicy",
      p.confirm_address as "confirmAddress", p.invitee_limit as "inviteeLimit", p.recurrence, p.waitlist,
      p.max_active_invitees as "maxActiveInvitees", w.conferencing,
      p.requires_confirmation as "requiresConfirmation", p.confirm_within as "confirmWithin",
      w.blocked_addresses as "blockedAddresses",
      coalesce((select json_agg(json_build_object('id', q.id, 'question', q.question, 'type', q.type,
          'isRequired', q.is_required, 'options', q.options) order by q.position, q.id)
        from question q
        where q.workspace_id = p.workspace_id and q.event_type_id = p.id and q.is_active), '[]') as questions
    from event_type p
    join workspace w on w.workspace_id = p.workspace_id
    where p.workspace_id = ${ctx.workspaceId} and p.id = ${eventTypeId}
  `.execute(ctx.db);
  const details = result.rows[0];
  if (!details) throw new Error('The page was there a moment ago.');
  return details;
}

export interface HostTime {
  readonly event_id: string;
  readonly event_type_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly busy_from: string;
  readonly busy_to: string;
  /** Of a hold, which has no event: the same as `event_id`. */
  readonly hold_id?: string;
  /** By host: when calendars elsewhere had last been read. */
  readonly calendarsReadAt?: Readonly<Record<string, string>> | undefined;
}

/**
 * Takes the time of these hosts for an event or a hold. The database refuses what overlaps; it answers with those who had
 * the time, and waits for whoever is about to take it. In one statement and in the order of ids, so that no two can wait
 * for each other. Whoever is being deactivated is waited for as well, and then not booked any more.
 */
export async function insertHostTime(
  ctx: Ctx,
  time: HostTime,
  hostIds: readonly string[],
): Promise<string[]> {
  const readAt = time.calendarsReadAt ? JSON.stringify(time.calendarsReadAt) : null;
  const result = await sql<{ host_id: string }>`
    insert into event_host (workspace_id, host_id, position, event_id, event_type_id, starts_at, ends_at, busy_from,
      busy_to, hold_id, calendars_read_at, taken_at)
    select m.workspace_id, m.id, array_position(${hostIds}::text[], m.id) - 1, ${time.event_id},
      ${time.event_type_id}::uuid, ${time.starts_at}::timestamptz, ${time.ends_at}::timestamptz,
      ${time.busy_from}::timestamptz, ${time.busy_to}::timestamptz, ${time.hold_id ?? null},
      (${readAt}::jsonb ->> m.id)::timestamptz, ${ctx.now.toISOString()}::timestamptz
    from member m
    where m.workspace_id = ${ctx.workspaceId} and m.id = ${matchAny(hostIds, 'text')} and m.is_active
    order by m.id
    for key share
    on conflict do nothing
    returning host_id
  `.execute(ctx.db);
  return result.rows.map((row) => row.host_id);
}

/** Deletes the hosts of an event with their time: for one that moves or changes hosts. */
export async function deleteHosts(ctx: Ctx, eventId: string): Promise<void> {
  await ctx.db
    .deleteFrom('event_host')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_id', '=', eventId)
    .execute();
}

/** Frees the hosts' time, and keeps who they were: for an event that is cancelled. */
export async function releaseTime(ctx: Ctx, eventId: string): Promise<void> {
  await ctx.db
    .updateTable('event_host')
    .set({ blocking: false })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('event_id', '=', eventId)
    .execute();
}

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
  time: Pick<HostTime, 'event_type_id' | 'starts_at' | 'ends_at'>,
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
