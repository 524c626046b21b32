import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

/** A page, as a letter shows it. */
export interface ShownPage {
  readonly title: string;
  readonly slug: string;
  readonly color: string;
  readonly ownerSlug: string;
  readonly isTeam: boolean;
  readonly organization: string;
  readonly logo: string | null;
}

/** Undefined once nobody can book on it. */
export async function findShownPage(ctx: Ctx, id: string): Promise<ShownPage | undefined> {
  const { rows } = await sql<ShownPage>`
    select p.title, p.slug, p.color, coalesce(m.slug, t.slug, '') as "ownerSlug", p.owner_team_id is not null as "isTeam",
      w.name as organization, w.logo
    from event_type p
    join workspace w on w.workspace_id = p.workspace_id
    left join member m on m.workspace_id = p.workspace_id and m.id = p.owner_member_id
    left join team t on t.workspace_id = p.workspace_id and t.id = p.owner_team_id
    where p.workspace_id = ${ctx.workspaceId} and p.id = ${id} and p.is_active and p.deleted_at is null
  `.execute(ctx.db);
  return rows[0];
}
