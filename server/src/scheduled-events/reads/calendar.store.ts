import { minuteToMs } from '@daybook/engine/dates';
import type { Range } from '@daybook/engine/ranges';
import { sql } from 'kysely';
import { isAdmin } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { longestMinutes } from './listing.store.ts';

export interface SlimEvent {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly event_type_id: string;
  readonly color: string;
  readonly location_type: string;
  readonly seats_taken: number;
  readonly hosts: string[];
  readonly invitees: string[];
}

/** Confirmed events of these hosts that overlap the window, as far as the actor may read them. */
export async function listHostEvents(
  ctx: Ctx,
  hostIds: readonly string[],
  window: Range,
): Promise<SlimEvent[]> {
  const from = new Date(minuteToMs(window.start)).toISOString();
  const to = new Date(minuteToMs(window.end)).toISOString();
  const result = await sql<SlimEvent>`
    select e.id, e.title, e.type, e.starts_at, e.ends_at, e.event_type_id, p.color, e.location_type, e.seats_taken,
      coalesce((select json_agg(h.host_id order by h.position, h.host_id) from event_host h
        where h.workspace_id = e.workspace_id and h.event_id = e.id), '[]') as hosts,
      coalesce((select json_agg(i.full_name) from (
        select full_name from invitee
        where workspace_id = e.workspace_id and event_id = e.id and cancelled_at is null
        order by scheduled_at, id limit 3) i), '[]') as invitees
    from scheduled_event e
    join event_type p on p.workspace_id = e.workspace_id and p.id = e.event_type_id
    where e.workspace_id = ${ctx.workspaceId} and e.status = 'confirmed' and e.id in (
        select h.event_id from event_host h
        where h.workspace_id = ${ctx.workspaceId} and h.host_id = any (${[...hostIds]}::text[])
          and h.starts_at > ${from}::timestamptz - make_interval(mins => ${longestMinutes})
          and h.starts_at < ${to} and h.ends_at > ${from})
      and (${isAdmin(ctx.actor)} or exists (select from event_host mine
        where mine.workspace_id = e.workspace_id and mine.event_id = e.id and mine.host_id = ${ctx.actor.memberId}))
    order by e.starts_at, e.id
  `.execute(ctx.db);
  return result.rows;
}

/** Users by id, slug or address (in lower case), each with what may have named them. */
export async function findUsers(
  { db, workspaceId }: Ctx,
  names: readonly string[],
): Promise<{ id: string; slug: string; email: string }[]> {
  const list = sql<string>`any (${[...names]}::text[])`;
  return db
    .selectFrom('member')
    .where('workspace_id', '=', workspaceId)
    .where((eb) => eb.or([eb('id', '=', list), eb('slug', '=', list), eb('email', '=', list)]))
    .select(['id', 'slug', 'email'])
    .execute();
}
