import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

/** What the page where a visitor pays shows of the page that they book. */
interface CheckoutPageRow {
  readonly title: string;
  readonly slug: string;
  readonly color: string;
  readonly organization: string;
  readonly logo: string | null;
  readonly embedOrigins: string[] | null;
  readonly hidesBrand: boolean;
  readonly ownerSlug: string;
  readonly isTeam: boolean;
}

export async function findCheckoutPage(ctx: Ctx, eventTypeId: string): Promise<CheckoutPageRow | undefined> {
  const { rows } = await sql<CheckoutPageRow>`
    select p.title, p.slug, p.color, w.name as organization, w.logo, w.embed_origins as "embedOrigins", w.hides_brand as "hidesBrand",
      coalesce(m.slug, t.slug) as "ownerSlug", t.id is not null as "isTeam"
    from event_type p join workspace w on w.workspace_id = p.workspace_id
    left join member m on m.workspace_id = p.workspace_id and m.id = p.owner_member_id
    left join team t on t.workspace_id = p.workspace_id and t.id = p.owner_team_id
    where p.workspace_id = ${ctx.workspaceId} and p.id = ${eventTypeId}
  `.execute(ctx.db);
  return rows[0];
}
