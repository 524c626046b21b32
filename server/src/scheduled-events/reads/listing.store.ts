import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isAdmin } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { foldForSearch } from '@daybook/contract/folding.data';
import { matchAny } from '../../platform/db/match-any.ts';
import { buildContainsPattern } from '../../platform/text.ts';
import type { Payment } from '../core/public.ts';
import { eventResources } from './invitations.store.ts';
import type { InSeries } from './series.view.ts';

/** An event with its people, as one query brings it; times inside the lists are PostgreSQL's JSON text. */
export interface FullEvent {
  id: string;
  event_type_id: string;
  title: string;
  type: string;
  starts_at: string;
  ends_at: string;
  duration: number;
  status: string;
  location_type: string;
  location_join_url: string;
  max_seats: number;
  seats_taken: number;
  created_at: string;
  updated_at: string;
  notes: string | null;
  invitees: FullInvitee[];
  resources: { id: string; kind: string; name: string; location: string | null }[];
  hosts: { first_name: string; last_name: string; email: string; slug: string; avatar: string | null }[];
}

export interface FullInvitee extends InSeries {
  id: string;
  salutation: string | null;
  full_name: string;
  email: string;
  guests: string[] | null;
  timezone: string;
  no_show: boolean;
  person_id: string | null;
  answers: { question: string; answer: string; fileId?: string }[] | null;
  utm: Record<string, string | null>;
  custom_query_params: Record<string, string>;
  payment: Payment | null;
  cancelled_at: string | null;
  cancelled_by: string | null;
  canceller_type: 'host' | 'invitee' | null;
  cancellation_reason: string | null;
  scheduled_at: string;
}

export async function findFullEvents(ctx: Ctx, ids: readonly string[]): Promise<FullEvent[]> {
  if (ids.length === 0) return [];
  const result = await sql<FullEvent>`
    select e.id, e.event_type_id, e.title, e.type, e.starts_at, e.ends_at, e.duration, e.status, e.location_type,
      e.location_join_url, e.notes, e.max_seats, e.seats_taken, e.created_at, e.updated_at,
      coalesce((select json_agg(json_build_object('id', i.id, 'salutation', i.salutation, 'full_name', i.full_name,
          'email', i.email, 'guests', i.guests, 'timezone', i.timezone, 'no_show', i.no_show,
          'person_id', ${personOf(ctx)}, 'answers', i.answers, 'utm', i.utm,
          'custom_query_params', i.custom_query_params, 'payment', i.payment, 'cancelled_at', i.cancelled_at,
          'cancelled_by', i.cancelled_by, 'canceller_type', i.canceller_type,
          'cancellation_reason', i.cancellation_reason, 'scheduled_at', i.scheduled_at,
          'series_id', i.series_id, 'series_index', i.series_index, 'series_count', i.series_count) order by i.scheduled_at, i.id)
        from invitee i where i.workspace_id = e.workspace_id and i.event_id = e.id), '[]') as invitees,
      coalesce((select json_agg(json_build_object('first_name', m.first_name, 'last_name', m.last_name,
          'email', m.email, 'slug', m.slug, 'avatar', m.avatar) order by h.position, m.id)
        from event_host h
        join member m on m.workspace_id = h.workspace_id and m.id = h.host_id
        where h.workspace_id = e.workspace_id and h.event_id = e.id), '[]') as hosts,
      coalesce(${eventResources}, '[]') as resources
    from scheduled_event e
    where e.workspace_id = ${ctx.workspaceId} and e.id = ${matchAny(ids, 'text')}
    order by array_position(${ids}::text[], e.id)
  `.execute(ctx.db);
  return result.rows;
}

/** The person that an invitee became in the CRM, for users who can read people. */
function personOf({ actor }: Ctx): RawBuilder<string | null> {
  const hasScope = actor.scopes.has('crm:read') || actor.scopes.has('admin:full');
  if (!hasScope) return sql`null`;
  return sql`(
    select m.person_id from crm_meeting m
    join crm_object o on o.workspace_id = m.workspace_id and o.id = m.object_id
    join workspace w on w.workspace_id = m.workspace_id
    where m.workspace_id = i.workspace_id and m.invitee_id = i.id and w.crm_enabled
      and o.is_active and o.deleted_at is null and (${isAdmin(actor)} or o.user_permission <> 'none'))`;
}

export interface EventFilter {
  /** Events that all of these host. */
  readonly hostIds: readonly string[];
  readonly teamId?: string | undefined;
  readonly inviteeEmail?: string | undefined;
  readonly status?: string | undefined;
  readonly minStartTime?: string | undefined;
  readonly maxStartTime?: string | undefined;
  readonly keyword?: string | undefined;
  readonly overlaps?: { readonly from: string; readonly to: string } | undefined;
  readonly eventTypeUuid?: string | undefined;
  readonly seriesUuid?: string | undefined;
  /** The display name, as events have it. */
  readonly locationLabel?: string | undefined;
  readonly noShow?: boolean | undefined;
}

/** The event after which a page of the list begins. */
export interface Place {
  readonly startsAt: string;
  readonly id: string;
}

interface Portion {
  readonly sort: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
  /** Instead of the offset. */
  readonly after?: Place | undefined;
}

export async function listEventIds(ctx: Ctx, filter: EventFilter, portion: Portion): Promise<string[]> {
  return (await listPlaces(ctx, filter, portion)).map(({ id }) => id);
}

/** A page of events in order of their start. Read from the index of the user whose events are asked for. */
export async function listPlaces(
  ctx: Ctx,
  filter: EventFilter,
  { sort, limit, offset, after }: Portion,
): Promise<Place[]> {
  const starts = orderColumn(filter);
  const comparison = sort === 'asc' ? sql`>` : sql`<`;
  let query = filtered(ctx, filter);
  if (after) {
    query = query.where(
      sql<SqlBool>`(${starts}, e.id) ${comparison} (${after.startsAt}::timestamptz, ${after.id})`,
    );
  }
  return query
    .select(['e.id', 'e.starts_at as startsAt'])
    .orderBy(starts, sort)
    .orderBy('e.id', sort)
    .limit(limit)
    .offset(after ? 0 : offset)
    .execute();
}

export async function countEvents(ctx: Ctx, filter: EventFilter): Promise<number> {
  const row = await filtered(ctx, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

function orderColumn({ hostIds }: EventFilter) {
  return hostIds.length === 0 ? sql<string>`e.starts_at` : sql<string>`h.starts_at`;
}

/** As long as an event of the contract can be, so that those before a window are found by their start. */
export const longestMinutes = 1440;

function filtered(ctx: Ctx, filter: EventFilter) {
  const starts = orderColumn(filter);
  let query = ctx.db.selectFrom('scheduled_event as e').where('e.workspace_id', '=', ctx.workspaceId);
  const [firstHost, ...otherHosts] = filter.hostIds;
  if (firstHost !== undefined) {
    query = query
      .innerJoin('event_host as h', (join) =>
        join.onRef('h.workspace_id', '=', 'e.workspace_id').onRef('h.event_id', '=', 'e.id'),
      )
      .where(sql<SqlBool>`h.workspace_id = ${ctx.workspaceId} and h.host_id = ${firstHost}`);
  }
  for (const hostId of otherHosts) {
    query = query.where(
      sql<SqlBool>`exists (select from event_host o
        where o.workspace_id = ${ctx.workspaceId} and o.event_id = e.id and o.host_id = ${hostId})`,
    );
  }
  if (filter.teamId !== undefined) query = query.where('e.team_id', '=', filter.teamId);
  if (filter.status !== undefined) query = query.where('e.status', '=', filter.status);
  if (filter.minStartTime !== undefined) query = query.where(starts, '>=', filter.minStartTime);
  if (filter.maxStartTime !== undefined) query = query.where(starts, '<=', filter.maxStartTime);
  if (filter.overlaps !== undefined) {
    const { from, to } = filter.overlaps;
    query = query
      .where(starts, '<', to)
      .where(starts, '>', sql<string>`${from}::timestamptz - make_interval(mins => ${longestMinutes})`)
      .where('e.ends_at', '>', from);
  }
  if (filter.eventTypeUuid !== undefined) query = query.where('e.event_type_id', '=', filter.eventTypeUuid);
  if (filter.locationLabel !== undefined) query = query.where('e.location_type', '=', filter.locationLabel);
  if (filter.noShow !== undefined) {
    const isThere = filter.noShow ? sql`exists` : sql`not exists`;
    query = query.where(
      sql<SqlBool>`${isThere} (select from invitee n
        where n.workspace_id = e.workspace_id and n.event_id = e.id and n.no_show)`,
    );
  }
  if (filter.inviteeEmail !== undefined) {
    query = query.where(
      sql<SqlBool>`e.id in (select i.event_id from invitee i
        where i.workspace_id = ${ctx.workspaceId} and lower(i.email) = ${filter.inviteeEmail.toLowerCase()})`,
    );
  }
  if (filter.seriesUuid !== undefined) {
    query = query.where(
      sql<SqlBool>`e.id in (select i.event_id from invitee i
        where i.workspace_id = ${ctx.workspaceId} and i.series_id = ${filter.seriesUuid})`,
    );
  }
  if (filter.keyword !== undefined) {
    const pattern = buildContainsPattern(foldForSearch(filter.keyword));
    query = query.where(sql<SqlBool>`e.id in (select events_matching(${ctx.workspaceId}, ${pattern}))`);
  }
  return query;
}
