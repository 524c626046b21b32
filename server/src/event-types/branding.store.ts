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
  /** Null once it is deleted, inactive, or without a host who is active. */
  readonly slug: string | null;
  readonly owner: { readonly slug: string; readonly isTeam: boolean };
}

/** Of a page `p`: whether visitors find it. Not if everyone who hosts it was deactivated. */
export const isOpenPage = sql<boolean>`(p.is_active and p.deleted_at is null and exists (
  select from event_type_host x join member h on h.workspace_id = x.workspace_id and h.id = x.member_id
  where x.workspace_id = p.workspace_id and x.event_type_id = p.id and h.is_active))`;

/** Deleted and inactive pages, too. */
export async function findPageBranding(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PageBranding>> {
  const { rows } = await sql<PageBranding>`
    select p.id, p.title, w.name as organization, w.logo, p.color,
      case when ${isOpenPage} then p.slug end as slug,
      json_build_object('slug', coalesce(m.slug, t.slug, ''), 'isTeam', p.owner_team_id is not null) as owner
    from event_type p
    join workspace w on w.workspace_id = p.workspace_id
    left join member m on m.workspace_id = p.workspace_id and m.id = p.owner_member_id
    left join team t on t.workspace_id = p.workspace_id and t.id = p.owner_team_id
    where p.workspace_id = ${ctx.workspaceId} and p.id = ${matchAny(ids, 'uuid')}
  `.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row]));
}
