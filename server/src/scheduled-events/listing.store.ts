import { sql, type SqlBool } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { containing, fold } from '../platform/text.ts';
import type { Payment } from './payment.ts';

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
  invitees: FullInvitee[];
  hosts: { first_name: string; last_name: string; email: string; slug: string; avatar: string | null }[];
}

export interface FullInvitee {
  id: string;
  salutation: string | null;
  full_name: string;
  email: string;
  guests: string[] | null;
  timezone: string;
  answers: { question: string; answer: string }[] | null;
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
      e.location_join_url, e.max_seats, e.seats_taken, e.created_at, e.updated_at,
      coalesce((select json_agg(json_build_object('id', i.id, 'salutation', i.salutation, 'full_name', i.full_name,
          'email', i.email, 'guests', i.guests, 'timezone', i.timezone, 'answers', i.answers, 'utm', i.utm,
          'custom_query_params', i.custom_query_params, 'payment', i.payment, 'cancelled_at', i.cancelled_at,
          'cancelled_by', i.cancelled_by, 'canceller_type', i.canceller_type,
          'cancellation_reason', i.cancellation_reason, 'scheduled_at', i.scheduled_at) order by i.scheduled_at, i.id)
        from invitee i where i.workspace_id = e.workspace_id and i.event_id = e.id), '[]') as invitees,
      coalesce((select json_agg(json_build_object('first_name', m.first_name, 'last_name', m.last_name,
          'email', m.email, 'slug', m.slug, 'avatar', m.avatar) order by h.position, m.id)
        from event_host h
        join member m on m.workspace_id = h.workspace_id and m.id = h.host_id
        where h.workspace_id = e.workspace_id and h.event_id = e.id), '[]') as hosts
    from scheduled_event e
    where e.workspace_id = ${ctx.workspaceId} and e.id = any (${ids}::text[])
    order by array_position(${ids}::text[], e.id)
  `.execute(ctx.db);
  return result.rows;
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
}

/** A page of ids in order of their start. Read from the index of whoever's events are asked for. */
export async function listEventIds(
  ctx: Ctx,
  filter: EventFilter,
  { sort, limit, offset }: { sort: 'asc' | 'desc'; limit: number; offset: number },
): Promise<string[]> {
  const rows = await filtered(ctx, filter)
    .select('e.id')
    .orderBy(orderColumn(filter), sort)
    .orderBy('e.id', sort)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row) => row.id);
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
  if (filter.inviteeEmail !== undefined) {
    query = query.where(
      sql<SqlBool>`e.id in (select i.event_id from invitee i
        where i.workspace_id = ${ctx.workspaceId} and lower(i.email) = ${filter.inviteeEmail.toLowerCase()})`,
    );
  }
  if (filter.keyword !== undefined) {
    const pattern = containing(fold(filter.keyword));
    query = query.where(sql<SqlBool>`e.id in (select events_matching(${ctx.workspaceId}, ${pattern}))`);
  }
  return query;
}
