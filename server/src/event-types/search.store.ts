import { sql, type RawBuilder } from 'kysely';
import { isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';
import { buildWordPatterns } from '../platform/text.ts';

export interface FoundPage {
  readonly id: string;
  readonly title: string;
  readonly owner: string;
}

/** Pages that the actor may read and whose title, address or owner has every word. A workspace has few pages, so all are looked at. */
export async function findPagesLike(ctx: Ctx, foldedText: string, most: number): Promise<FoundPage[]> {
  const words = buildWordPatterns(foldedText);
  if (words.length === 0) return [];
  const result = await sql<FoundPage>`
    select page.id, page.title, owner.name as owner
    from event_type page
    left join member on member.workspace_id = page.workspace_id and member.id = page.owner_member_id
    left join team on team.workspace_id = page.workspace_id and team.id = page.owner_team_id
    cross join lateral (select coalesce(team.title, trim(member.first_name || ' ' || member.last_name), '') as name) owner
    cross join lateral (select folded(page.title || ' ' || page.slug || ' ' || owner.name) as text) search
    where page.workspace_id = ${ctx.workspaceId} and page.deleted_at is null and ${isReadable(ctx)}
      and ${sql.join(
        words.map((patterns) => sql`search.text like any (${patterns}::text[])`),
        sql` and `,
      )}
    order by page.created_at, page.id limit ${most}
  `.execute(ctx.db);
  return result.rows;
}

/** The titles of those of these pages that the actor may read, by id. */
export async function findPageTitles(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const result = await sql<{ id: string; title: string }>`
    select page.id, page.title from event_type page
    where page.workspace_id = ${ctx.workspaceId} and page.id = ${matchAny(ids, 'uuid')} and page.deleted_at is null
      and ${isReadable(ctx)}
  `.execute(ctx.db);
  return new Map(result.rows.map(({ id, title }) => [id, title]));
}

/** As `canRead` decides it. */
function isReadable(ctx: Ctx): RawBuilder<unknown> {
  const me = ctx.actor.memberId;
  if (isAdmin(ctx.actor)) return sql`true`;
  return sql`(page.owner_member_id = ${me}
    or exists (select from event_type_host h
      where h.workspace_id = ${ctx.workspaceId} and h.event_type_id = page.id and h.member_id = ${me})
    or exists (select from team_membership t
      where t.workspace_id = ${ctx.workspaceId} and t.team_id = page.owner_team_id and t.member_id = ${me}))`;
}
