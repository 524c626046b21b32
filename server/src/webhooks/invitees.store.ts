import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import type { InSeries, Payment } from '../scheduled-events/public.ts';

interface Host {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly slug: string;
  readonly avatar: string | null;
}

/** What of an invitee and their event never changes, and how it was cancelled. */
interface InviteeRow extends InSeries {
  readonly event_id: string;
  readonly event_type_id: string;
  readonly title: string;
  readonly notes: string | null;
  readonly type: string;
  readonly location_type: string;
  readonly location_join_url: string;
  readonly resources: { uuid: string; kind: string; name: string; location: string | null }[] | null;
  readonly team_id: string | null;
  readonly team_name: string | null;
  readonly id: string;
  readonly salutation: string | null;
  readonly full_name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly timezone: string;
  readonly guests: string[] | null;
  readonly seats: number;
  readonly answers: { question: string; answer: string; order: number; fileId?: string }[] | null;
  readonly utm: Record<string, string | null>;
  readonly custom_query_params: Record<string, string>;
  readonly payment: Payment | null;
  readonly cancelled_at: string | null;
  readonly cancelled_by: string | null;
  readonly canceller_type: string | null;
  readonly cancellation_reason: string | null;
  readonly created_at: string;
}

/** An invitee with their event and its hosts, as they stood when something happened: what a payload is made of. */
export interface InviteeFacts extends InviteeRow {
  readonly status: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly duration: number;
  readonly hosts: readonly Host[];
}

export async function findInvitees(ctx: Ctx, ids: readonly string[]): Promise<Map<string, InviteeRow>> {
  const result = await sql<InviteeRow>`
    select e.id as event_id, e.event_type_id, e.title, e.notes, e.type, e.location_type, e.location_join_url,
      (select json_agg(json_build_object('uuid', r.id, 'kind', r.kind, 'name', r.name, 'location', r.location) order by x.position)
        from event_resource x
        join resource r on r.workspace_id = x.workspace_id and r.id = x.resource_id
        where x.workspace_id = e.workspace_id and x.event_id = e.id) as resources,
      e.team_id, t.title as team_name,
      i.id, i.salutation, i.full_name, i.email, i.phone, i.timezone, i.guests, i.seats, i.answers, i.utm,
      i.custom_query_params, i.payment, i.cancelled_at, i.cancelled_by, i.canceller_type, i.cancellation_reason,
      i.created_at, i.series_id, i.series_index, i.series_count
    from invitee i
    join scheduled_event e on e.workspace_id = i.workspace_id and e.id = i.event_id
    left join team t on t.workspace_id = e.workspace_id and t.id = e.team_id
    where i.workspace_id = ${ctx.workspaceId} and i.id = ${matchAny(ids, 'text')}
  `.execute(ctx.db);
  return new Map(result.rows.map((row) => [row.id, row]));
}

export async function findHosts(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Host>> {
  const result = await sql<Host>`
    select id, first_name, last_name, email, slug, avatar from member
    where workspace_id = ${ctx.workspaceId} and id = ${matchAny([...new Set(ids)], 'text')}
  `.execute(ctx.db);
  return new Map(result.rows.map((row) => [row.id, row]));
}
