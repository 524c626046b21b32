import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

/** The page of a request, as a letter needs it. */
export interface RequestPage {
  readonly id: string;
  readonly organization: string;
  readonly logo: string | null;
  readonly color: string;
  /** Null once it is deleted or inactive. */
  readonly slug: string | null;
  readonly ownerSlug: string;
  readonly isTeam: boolean;
}

export async function findRequestPages(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RequestPage>> {
  const { rows } = await sql<RequestPage>`
    select p.id, w.name as organization, w.logo, p.color, case when p.is_active and p.deleted_at is null then p.slug end as slug,
      coalesce(m.slug, t.slug, '') as "ownerSlug", p.owner_team_id is not null as "isTeam"
    from event_type p
    join workspace w on w.workspace_id = p.workspace_id
    left join member m on m.workspace_id = p.workspace_id and m.id = p.owner_member_id
    left join team t on t.workspace_id = p.workspace_id and t.id = p.owner_team_id
    where p.workspace_id = ${ctx.workspaceId} and p.id = any (${[...ids]}::uuid[])
  `.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row]));
}
