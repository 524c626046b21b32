import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { Payment } from '../scheduled-events/public.ts';

export interface HostJson {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  slug: string;
  avatar_url: string | null;
}

/** An invitee with their event and its hosts: what a payload is made of. */
export interface ToldInvitee {
  event_id: string;
  event_type_id: string;
  title: string;
  type: string;
  status: string;
  starts_at: string;
  ends_at: string;
  duration: number;
  location_type: string;
  location_join_url: string;
  team_name: string | null;
  id: string;
  salutation: string | null;
  full_name: string;
  email: string;
  phone: string | null;
  timezone: string;
  guests: string[] | null;
  seats: number;
  answers: { question: string; answer: string; order: number }[] | null;
  utm: Record<string, string | null>;
  custom_query_params: Record<string, string>;
  payment: Payment | null;
  cancelled_at: string | null;
  cancelled_by: string | null;
  canceller_type: string | null;
  cancellation_reason: string | null;
  created_at: string;
  hosts: HostJson[];
}

export async function readInvitee(ctx: Ctx, inviteeId: string): Promise<ToldInvitee> {
  const result = await sql<ToldInvitee>`
    select e.id as event_id, e.event_type_id, e.title, e.type, e.status, e.starts_at, e.ends_at, e.duration,
      e.location_type, e.location_join_url, t.title as team_name,
      i.id, i.salutation, i.full_name, i.email, i.phone, i.timezone, i.guests, i.seats, i.answers, i.utm,
      i.custom_query_params, i.payment, i.cancelled_at, i.cancelled_by, i.canceller_type, i.cancellation_reason,
      i.created_at,
      coalesce((select json_agg(json_build_object('id', m.id, 'first_name', m.first_name, 'last_name', m.last_name,
          'email', m.email, 'slug', m.slug, 'avatar_url', m.avatar_url) order by h.position, m.id)
        from event_host h
        join member m on m.workspace_id = h.workspace_id and m.id = h.host_id
        where h.workspace_id = e.workspace_id and h.event_id = e.id), '[]') as hosts
    from invitee i
    join scheduled_event e on e.workspace_id = i.workspace_id and e.id = i.event_id
    left join team t on t.workspace_id = e.workspace_id and t.id = e.team_id
    where i.workspace_id = ${ctx.workspaceId} and i.id = ${inviteeId}
  `.execute(ctx.db);
  const invitee = result.rows[0];
  if (!invitee) throw new Error('The invitee was there a moment ago.');
  return invitee;
}
