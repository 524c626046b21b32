import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import { matchAny } from '../platform/db/match-any.ts';

/** A page, as a message about it shows it. */
export interface PageBranding {
  readonly id: string;
  readonly title: string;
  readonly organization: string;
  /** The name of a picture. */
  readonly logo: string | null;
  readonly color: string;
  /** Null once it is deleted or inactive. */
  readonly slug: string | null;
  readonly owner: { readonly slug: string; readonly isTeam: boolean };
}

/** Deleted and inactive pages, too. */
export async function findPageBranding(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PageBranding>> {
  const { rows } = await sql<PageBranding>`
    select p.id, p.title, w.name as organization, w.logo, p.color,
      case when p.is_active and p.deleted_at is null then p.slug end as slug,
      json_build_object('slug', coalesce(m.slug, t.slug, ''), 'isTeam', p.owner_team_id is not null) as owner
    from event_type p
    join workspace w on w.workspace_id = p.workspace_id
    left join member m on m.workspace_id = p.workspace_id and m.id = p.owner_member_id
    left join team t on t.workspace_id = p.workspace_id and t.id = p.owner_team_id
    where p.workspace_id = ${ctx.workspaceId} and p.id = ${matchAny(ids, 'uuid')}
  `.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row]));
}
