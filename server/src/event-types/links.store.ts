import { sql, type Insertable, type Kysely } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Ctx } from '../platform/context.ts';
import type { DB, Link } from '../platform/db/schema.gen.ts';

type Slice = { limit: number; offset: number };

export type LinkRow = Awaited<ReturnType<typeof findLink>> & object;

/** Which links: those of pages that one user hosts or owns, those of one page. */
export interface LinkFilter {
  readonly memberId?: string | undefined;
  readonly eventTypeId?: string | undefined;
}

/** Links of pages that are there: when a page is deleted, its links lead nowhere. */
function links(ctx: Ctx, { memberId, eventTypeId }: LinkFilter = {}) {
  let query = ctx.db
    .selectFrom('link')
    .innerJoin('event_type as page', (join) =>
      join.onRef('page.workspace_id', '=', 'link.workspace_id').onRef('page.id', '=', 'link.event_type_id'),
    )
    .where('link.workspace_id', '=', ctx.workspaceId)
    .where('page.deleted_at', 'is', null);
  if (eventTypeId !== undefined) query = query.where('link.event_type_id', '=', eventTypeId);
  if (memberId !== undefined) {
    const hosted = ctx.db
      .selectFrom('event_type_host')
      .where('workspace_id', '=', ctx.workspaceId)
      .where('member_id', '=', memberId)
      .select('event_type_id');
    query = query.where((eb) =>
      eb.or([eb('page.owner_member_id', '=', memberId), eb('page.id', 'in', hosted)]),
    );
  }
  return query;
}

/** A link without hosts of its own is for those of its page. */
function linksWithHosts(ctx: Ctx, filter?: LinkFilter) {
  return links(ctx, filter)
    .selectAll('link')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('member')
          .leftJoin('event_type_host as host', (join) =>
            join
              .onRef('host.workspace_id', '=', 'member.workspace_id')
              .onRef('host.member_id', '=', 'member.id')
              .onRef('host.event_type_id', '=', 'link.event_type_id'),
          )
          .whereRef('member.workspace_id', '=', 'link.workspace_id')
          .where(
            sql<boolean>`case when link.host_ids is null then host.member_id is not null
              else member.id = any (link.host_ids) end`,
          )
          .select('member.email')
          .orderBy(sql`array_position(link.host_ids, member.id)`)
          .orderBy('host.position'),
      ).as('hosts'),
    );
}

export function listLinks(ctx: Ctx, filter: LinkFilter, { limit, offset }: Slice) {
  return linksWithHosts(ctx, filter)
    .orderBy('link.created_at')
    .orderBy('link.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countLinks(ctx: Ctx, filter: LinkFilter): Promise<number> {
  const row = await links(ctx, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

export function findLink(ctx: Ctx, id: string) {
  return linksWithHosts(ctx).where('link.id', '=', id).executeTakeFirst();
}

/** One of those whom it names has left the team of its page, or was deactivated. */
const lacksHost = sql<boolean>`(link.has_lost_host or exists (
  select from unnest(link.host_ids) as named
  left join member on member.workspace_id = link.workspace_id and member.id = named
  where member.is_active is not true))`;

/** By the hash of its token. The table of hashes is global; only this workspace's links are looked at. */
export function findLinkByHash(ctx: Ctx, hash: Buffer) {
  return links(ctx)
    .innerJoin('link_token', (join) =>
      join
        .onRef('link_token.workspace_id', '=', 'link.workspace_id')
        .onRef('link_token.link_id', '=', 'link.id'),
    )
    .where('link_token.token_hash', '=', hash)
    .select(['link.id', 'link.event_type_id', 'link.kind', 'link.host_ids', 'link.price'])
    .select(['link.expires_at', 'link.used_at', 'link.max_uses', 'link.only_starts'])
    .select(lacksHost.as('lacks_host'))
    .executeTakeFirst();
}

/** Prices of links that can still be used, one of each. */
export async function listLinkPrices(ctx: Ctx, eventTypeId: string): Promise<string[]> {
  const rows = await links(ctx, { eventTypeId })
    .where('link.price', 'is not', null)
    .where('link.used_at', 'is', null)
    .where((eb) =>
      eb.or([eb('link.expires_at', 'is', null), eb('link.expires_at', '>', ctx.now.toISOString())]),
    )
    .select('link.price')
    .distinct()
    .orderBy('link.price')
    .execute();
  return rows.flatMap(({ price }) => price ?? []);
}

export async function insertLink(
  ctx: Ctx,
  hash: Buffer,
  row: Omit<Insertable<Link>, 'workspace_id'>,
): Promise<void> {
  await ctx.db
    .insertInto('link')
    .values({ ...row, workspace_id: ctx.workspaceId })
    .execute();
  await ctx.db
    .insertInto('link_token')
    .values({ token_hash: hash, workspace_id: ctx.workspaceId, link_id: row.id })
    .execute();
}

/** False when somebody else has deleted it meanwhile. */
export async function deleteLink(ctx: Ctx, id: string): Promise<boolean> {
  const deleted = await ctx.db
    .deleteFrom('link')
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Marks the collective links of a team's pages that name somebody who has left it. */
export async function closeLinksWith(ctx: Ctx, teamId: string, memberId: string): Promise<void> {
  await sql`
    update link set has_lost_host = true
    from event_type p
    where link.workspace_id = ${ctx.workspaceId} and link.kind = 'collective' and ${memberId} = any (link.host_ids)
      and p.workspace_id = link.workspace_id and p.id = link.event_type_id and p.owner_team_id = ${teamId}
  `.execute(ctx.db);
}

/** Counts one more use of a link. True for as many callers as it has uses; false when it is used up or deleted. */
export async function useLink(ctx: Ctx, id: string): Promise<boolean> {
  const used = await ctx.db
    .updateTable('link')
    .set({ uses: sql`uses + 1`, used_at: sql`case when uses + 1 >= max_uses then now() end` })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Of a link that is limited: what was requested by it came to nothing. */
export async function returnLinkUse(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('link')
    .set({ uses: sql`greatest(0, uses - 1)`, used_at: null })
    .where('workspace_id', '=', ctx.workspaceId)
    .where('id', '=', id)
    .where('max_uses', 'is not', null)
    .execute();
}

export interface LinkUses {
  readonly workspaceId: string;
  readonly linkId: string;
  readonly uses: number;
}

/** The same for many limited links, of any workspace. */
export async function returnLinkUses(db: Kysely<DB>, returned: readonly LinkUses[]): Promise<void> {
  await sql`
    update link l set uses = greatest(0, l.uses - r.uses), used_at = null
    from unnest(${returned.map(({ workspaceId }) => workspaceId)}::uuid[], ${returned.map(({ linkId }) => linkId)}::uuid[],
      ${returned.map(({ uses }) => uses)}::int[]) as r (workspace_id, id, uses)
    where l.workspace_id = r.workspace_id and l.id = r.id and l.max_uses is not null
  `.execute(db);
}
