import type { pageLocation } from '@daybook/contract/event-types';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { matchAny } from '../../platform/db/match-any.ts';
import type { EventRow, InviteeRow, Payment } from '../core/public.ts';
import type { InSeries } from './series.view.ts';

type EventColumns = Pick<
  EventRow,
  | 'event_type_id'
  | 'team_id'
  | 'title'
  | 'notes'
  | 'type'
  | 'starts_at'
  | 'ends_at'
  | 'duration'
  | 'status'
  | 'sequence'
  | 'location_type'
  | 'location_join_url'
>;

type InviteeColumns = Pick<
  InviteeRow,
  | 'id'
  | 'event_id'
  | 'salutation'
  | 'full_name'
  | 'email'
  | 'phone'
  | 'timezone'
  | 'language'
  | 'guests'
  | 'seats'
  | 'key_sealed'
  | 'cancelled_at'
  | 'cancelled_by'
  | 'cancellation_reason'
  | 'created_at'
  | 'erased_at'
>;

/** Where an event takes place, beside its type and link. */
export interface EventPlace {
  readonly type?: z.output<typeof pageLocation>['type'];
  readonly address?: string;
  readonly details?: string;
  readonly phone?: string;
  /** Rooms and equipment that the event uses, one per line. */
  readonly resources?: string;
}

export interface InvitationHost {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly slug: string;
  readonly avatar: string | null;
  readonly language: string;
  readonly timezone: string;
}

/** An invitee with their event and its current hosts: the row that emails, webhooks and booking pages show. */
export interface Invitation<Host = InvitationHost> extends EventColumns, InviteeColumns, InSeries {
  readonly location_details: EventPlace;
  readonly answers:
    | readonly {
        readonly question: string;
        readonly answer: string;
        readonly order: number;
        readonly fileId?: string;
      }[]
    | null;
  readonly utm: Readonly<Record<string, string | null>>;
  readonly custom_query_params: Readonly<Record<string, string>>;
  readonly payment: Payment | null;
  readonly canceller_type: 'host' | 'invitee' | null;
  readonly hosts: readonly Host[];
}

/**
 * What one caller reads in the same statement: columns and joins beside the invitee `i` and the event `e`, and entries of the JSON
 * object of each host, who is the member `m`.
 */
interface MoreColumns {
  readonly columns?: RawBuilder<unknown>;
  readonly joins?: RawBuilder<unknown>;
  readonly hostEntries?: RawBuilder<unknown>;
  /** For a caller that shows the hosts of the past, whom it reads itself: `hosts` is empty. */
  readonly withoutHosts?: boolean;
}

/** Invitations by the IDs of their invitees, in one statement. */
export async function findInvitations<Columns = unknown, HostEntries = unknown>(
  ctx: Ctx,
  inviteeIds: readonly string[],
  { columns, joins = sql``, hostEntries, withoutHosts = false }: MoreColumns = {},
): Promise<Map<string, Invitation<InvitationHost & HostEntries> & Columns>> {
  const { rows } = await sql<Invitation<InvitationHost & HostEntries> & Columns>`
    select e.event_type_id, e.team_id, e.title, e.notes, e.type, e.starts_at, e.ends_at, e.duration, e.status, e.sequence,
      e.location_type, e.location_join_url, e.location_details,
      i.id, i.event_id, i.salutation, i.full_name, i.email, i.phone, i.timezone, i.language, i.guests, i.seats, i.answers, i.utm,
      i.custom_query_params, i.payment, i.key_sealed, i.cancelled_at, i.cancelled_by, i.canceller_type, i.cancellation_reason,
      i.created_at, i.erased_at, i.series_id, i.series_index, i.series_count,
      ${withoutHosts ? sql`'[]'::json` : selectHosts(hostEntries)} as hosts
      ${columns ? sql`, ${columns}` : sql``}
    from invitee i
    join scheduled_event e on e.workspace_id = i.workspace_id and e.id = i.event_id
    ${joins}
    where i.workspace_id = ${ctx.workspaceId} and i.id = ${matchAny(inviteeIds, 'text')}
  `.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row]));
}

function selectHosts(entries: RawBuilder<unknown> | undefined): RawBuilder<unknown> {
  return sql`coalesce((
    select json_agg(json_build_object('id', m.id, 'first_name', m.first_name, 'last_name', m.last_name, 'email', m.email,
      'slug', m.slug, 'avatar', m.avatar, 'language', m.language, 'timezone', m.timezone
      ${entries ? sql`, ${entries}` : sql``}) order by h.position, m.id)
    from event_host h join member m on m.workspace_id = h.workspace_id and m.id = h.host_id
    where h.workspace_id = e.workspace_id and h.event_id = e.id), '[]')`;
}

/** Rooms and equipment of the event `e`, as JSON; null if it uses none. */
export const eventResources = sql`(
  select json_agg(json_build_object('id', r.id, 'kind', r.kind, 'name', r.name, 'location', r.location) order by x.position)
  from event_resource x join resource r on r.workspace_id = x.workspace_id and r.id = x.resource_id
  where x.workspace_id = e.workspace_id and x.event_id = e.id)`;

/** How many others are booked for the event of the invitee `i`. */
export const otherInvitees = sql`(
  select count(*)::int from invitee o
  where o.workspace_id = i.workspace_id and o.event_id = i.event_id and o.cancelled_at is null and o.id <> i.id)`;

/** The first of those who are booked for the event `e`, as JSON. */
export function selectAttendees(limit: number): RawBuilder<unknown> {
  return sql`coalesce((
    select json_agg(json_build_object('name', a.full_name, 'email', a.email) order by a.scheduled_at, a.id)
    from (select full_name, email, scheduled_at, id from invitee a
      where a.workspace_id = e.workspace_id and a.event_id = e.id and a.cancelled_at is null
      order by a.scheduled_at, a.id limit ${limit}) a), '[]')`;
}

/** An event with its hosts alone, for filters. */
export interface HostedEvent {
  readonly eventTypeId: string;
  readonly teamId: string | null;
  readonly hostIds: string[];
}

export async function findHostedEvents(ctx: Ctx, ids: readonly string[]): Promise<Map<string, HostedEvent>> {
  const { rows } = await sql<HostedEvent & { id: string }>`
    select e.id, e.event_type_id as "eventTypeId", e.team_id as "teamId",
      array(select h.host_id from event_host h where h.workspace_id = e.workspace_id and h.event_id = e.id) as "hostIds"
    from scheduled_event e where e.workspace_id = ${ctx.workspaceId} and e.id = ${matchAny(ids, 'text')}
  `.execute(ctx.db);
  return new Map(rows.map(({ id, ...event }) => [id, event]));
}
