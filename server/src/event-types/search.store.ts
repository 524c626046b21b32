import { sql } from 'kysely';
import { isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { buildWordPatterns } from '../platform/text.ts';

export interface FoundPage {
  readonly id: string;
  readonly title: string;
  readonly owner: string;
}

/** Pages that the actor may read (`canRead`) and whose title, address or owner has every word. A workspace has few pages, so all are looked at. */
export async function findPagesLike(ctx: Ctx, foldedText: string, most: number): Promise<FoundPage[]> {
  const words = buildWordPatterns(foldedText);
  if (words.length === 0) return [];
  const me = ctx.actor.memberId;
  const isReadable = isAdmin(ctx.actor)
    ? sql`true`
    : sql`(page.owner_member_id = ${me}
        or exists (select from event_type_host h
          where h.workspace_id = ${ctx.workspaceId} and h.event_type_id = page.id and h.member_id = ${me})
        or exists (select from team_membership t
          where t.workspace_id = ${ctx.workspaceId} and t.team_id = page.owner_team_id and t.member_id = ${me}))`;
  const result = await sql<FoundPage>`
    select page.id, page.title, owner.name as owner
    from event_type page
    left join member on member.workspace_id = page.workspace_id and member.id = page.owner_member_id
    left join team on team.workspace_id = page.workspace_id and team.id = page.owner_team_id
    cross join lateral (select coalesce(team.title, trim(member.first_name || ' ' || member.last_name), '') as name) owner
    cross join lateral (select folded(page.title || ' ' || page.slug || ' ' || owner.name) as text) search
    where page.workspace_id = ${ctx.workspaceId} and page.deleted_at is null and ${isReadable}
      and ${sql.join(
        words.map((patterns) => sql`search.text like any (${patterns}::text[])`),
        sql` and `,
      )}
    order by page.created_at, page.id limit ${most}
  `.execute(ctx.db);
  return result.rows;
}
