import { sql, type RawBuilder, type Selectable } from 'kysely';
import { isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Resource } from '../platform/db/schema.gen.ts';

export type ResourceRow = Selectable<Resource>;

interface Portion {
  readonly limit: number;
  readonly offset: number;
}

interface Filter {
  readonly kind?: string | undefined;
  readonly activeOnly: boolean;
}

function present(ctx: Ctx) {
  return ctx.db
    .selectFrom('resource')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('deleted_at', 'is', null);
}

function filtered(ctx: Ctx, { kind, activeOnly }: Filter) {
  let query = present(ctx);
  if (kind !== undefined) query = query.where(sql`lower(kind)`, '=', kind.toLowerCase());
  return activeOnly ? query.where('is_active', '=', true) : query;
}

export function listResources(ctx: Ctx, filter: Filter, { limit, offset }: Portion): Promise<ResourceRow[]> {
  return filtered(ctx, filter)
    .selectAll()
    .orderBy('kind')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countResources(ctx: Ctx, filter: Filter): Promise<number> {
  const row = await filtered(ctx, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export async function listKinds(ctx: Ctx): Promise<string[]> {
  const rows = await present(ctx).select('kind').distinct().execute();
  return rows.map(({ kind }) => kind);
}

export function findResource(ctx: Ctx, id: string): Promise<ResourceRow | undefined> {
  return present(ctx).where('id', '=', id).selectAll().executeTakeFirst();
}

export async function findByName(ctx: Ctx, kind: string, name: string): Promise<string | undefined> {
  const row = await present(ctx)
    .where(sql`lower(kind)`, '=', kind.toLowerCase())
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

/** Names, kinds and their number are decided one after the other. */
export async function lockResources(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`resources ${ctx.workspaceId}`}, 0))`.execute(
    ctx.db,
  );
}

/** A booking of a resource locks its row as well, more lightly: of a booking and a deletion, one sees the other. */
export function lockResource(ctx: Ctx, id: string): Promise<ResourceRow | undefined> {
  return present(ctx).where('id', '=', id).selectAll().forUpdate().executeTakeFirst();
}

type Fields = Pick<ResourceRow, 'name' | 'capacity' | 'location' | 'is_active'>;

export function insertResource(
  ctx: Ctx,
  row: Fields & Pick<ResourceRow, 'id' | 'kind'>,
): Promise<ResourceRow> {
  return ctx.db
    .insertInto('resource')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateResource(ctx: Ctx, id: string, fields: Fields): Promise<ResourceRow> {
  return ctx.db
    .updateTable('resource')
    .set({ ...fields, updated_at: sql`now()` })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function markDeleted(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('resource')
    .set({ deleted_at: sql`now()`, is_active: false })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .execute();
}

/**
 * Titles of the pages that name it among those that they take, or take one of its kind and find no other that is large enough. Pages with at
 * most `seats` seats can still take it.
 */
export async function listPagesNeeding(ctx: Ctx, { id, kind }: ResourceRow, seats = 0): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select p.title from event_type p
    where p.workspace_id = ${ctx.workspaceId} and p.deleted_at is null and p.max_active_invitees > ${seats}
      and (p.resources @> ${JSON.stringify([{ resourceIds: [id] }])}::jsonb
        or p.resources @> ${JSON.stringify([{ kind, resourceIds: null }])}::jsonb and not exists (
          select from resource o
          where o.workspace_id = p.workspace_id and o.kind = ${kind} and o.id <> ${id} and o.is_active and o.deleted_at is null
            and (o.capacity is null or o.capacity >= p.max_active_invitees)))
    order by p.title limit 5`.execute(ctx.db);
  return rows.map(({ title }) => title);
}

interface Window {
  readonly from: string;
  readonly to?: string | undefined;
}

export interface OccupationRow {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly busyFrom: string;
  readonly busyTo: string;
  readonly hosts: string[];
  /** Null for who may not read it. */
  readonly eventId: string | null;
  readonly title: string | null;
}

function taken({ workspaceId }: Ctx, id: string, { from, to }: Window): RawBuilder<unknown> {
  return sql`
    from event_resource x
    join scheduled_event e on e.workspace_id = x.workspace_id and e.id = x.booked_event_id
    where x.workspace_id = ${workspaceId} and x.resource_id = ${id} and x.blocking
      and e.ends_at > ${from}::timestamptz and (${to ?? null}::timestamptz is null or e.starts_at < ${to ?? null}::timestamptz)`;
}

export async function listOccupations(
  ctx: Ctx,
  id: string,
  window: Window,
  { limit, offset }: Portion,
): Promise<OccupationRow[]> {
  const { actor } = ctx;
  const isReadable = sql`(${isAdmin(actor)} or exists (select from event_host h
    where h.workspace_id = e.workspace_id and h.event_id = e.id and h.host_id = ${actor.memberId}))`;
  const { rows } = await sql<OccupationRow>`
    select e.starts_at as "startsAt", e.ends_at as "endsAt", x.busy_from as "busyFrom", x.busy_to as "busyTo",
      array(select m.first_name || ' ' || m.last_name from event_host h
        join member m on m.workspace_id = h.workspace_id and m.id = h.host_id
        where h.workspace_id = e.workspace_id and h.event_id = e.id order by h.position, m.id) as hosts,
      case when ${isReadable} then e.id end as "eventId", case when ${isReadable} then e.title end as title
    ${taken(ctx, id, window)}
    order by e.starts_at, e.id limit ${limit} offset ${offset}`.execute(ctx.db);
  return rows;
}

export async function countOccupations(ctx: Ctx, id: string, window: Window): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${taken(ctx, id, window)}`.execute(ctx.db);
  return rows[0]?.total ?? 0;
}

/** Events to come that have it, and more seats than so many: also those that nobody has booked yet, since somebody may. */
export async function countLarger(ctx: Ctx, id: string, seats: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${taken(ctx, id, { from: ctx.now.toISOString() })}
      and (e.seats_taken > ${seats} or e.max_seats > ${seats} and not e.is_closed)`.execute(ctx.db);
  return rows[0]?.total ?? 0;
}

export async function isHeld(ctx: Ctx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from event_resource x
    join hold h on h.workspace_id = x.workspace_id and h.id = x.hold_id
    where x.workspace_id = ${ctx.workspaceId} and x.resource_id = ${id} and h.expires_at > ${ctx.now.toISOString()}::timestamptz
    limit 1`.execute(ctx.db);
  return rows.length > 0;
}
