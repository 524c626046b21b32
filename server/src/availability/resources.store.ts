import { sql, type RawBuilder } from 'kysely';
import type { BusyScope } from './busy-source.store.ts';
import { toMinutes } from './busy-sources.store.ts';

/** A kind that an event of a page takes one of, with those that would do. */
export interface NeedFacts {
  kind: string;
  candidates: ResourceFacts[];
}

/** One that is active and large enough, with what has taken it: start and end, with buffers. */
export interface ResourceFacts {
  id: string;
  name: string;
  location: string | null;
  /** How many people it is for; null where it does not say. */
  capacity: number | null;
  busy: (readonly [from: number, to: number])[];
}

/** As the contract says. PostgreSQL expects a hundred otherwise, and plans the statement anew each time since the plan looks expensive. */
const maxNeeds = sql.lit(5);

type Scope = Pick<BusyScope, 'from' | 'to' | 'now' | 'except' | 'isTakenBefore'>;

/** What a page `p` needs, in the order in which it is taken: that of the names of kinds. */
export function selectNeedsJson(scope: Scope): RawBuilder<unknown> {
  return sql`
    select coalesce(json_agg(json_build_object('kind', n.kind, 'candidates', c.list) order by n.kind), '[]') as list
    from (select * from jsonb_to_recordset(p.resources) as of_page (kind text, "resourceIds" uuid[]) limit ${maxNeeds}) n
    cross join lateral (${candidates(scope)}) c`;
}

/** The resources that would do for a need `n` of a page `p`: as the page orders them, else the smallest first. */
function candidates({ from, to, now, except, isTakenBefore }: Scope): RawBuilder<unknown> {
  return sql`
    select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'location', r.location, 'capacity', r.capacity, 'busy', (
      select coalesce(json_agg(json_build_array(${toMinutes(sql`b.busy_from`)}, ${toMinutes(sql`b.busy_to`)}) order by b.busy_from), '[]')
      from event_resource b
      left join hold h on h.workspace_id = b.workspace_id and h.id = b.hold_id
      where b.workspace_id = r.workspace_id and b.resource_id = r.id and b.blocking and b.event_id <> ${except}
        ${isTakenBefore(sql`b.taken_at`)}
        and b.busy_from < ${to} + interval '3 days' and b.busy_from > ${from} - interval '3 days'
        and (b.hold_id is null or h.expires_at > ${now})))
      order by array_position(n."resourceIds", r.id), r.capacity nulls last, lower(r.name), r.id), '[]') as list
    from resource r
    where r.workspace_id = p.workspace_id and r.kind = n.kind and r.is_active and r.deleted_at is null
      and (n."resourceIds" is null or r.id = any (n."resourceIds"))
      and (r.capacity is null or r.capacity >= p.max_active_invitees)`;
}

/** How many people the smallest resource of an event `e` is for; null where none of them says so. */
export function selectRoomCapacity(e: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select min(r.capacity) from event_resource x
    join resource r on r.workspace_id = x.workspace_id and r.id = x.resource_id
    where x.workspace_id = ${e}.workspace_id and x.event_id = ${e}.id and x.blocking)`;
}
