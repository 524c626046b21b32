import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { PublicPageRow } from './store.ts';

/** How the page of a request looks. */
export async function findRequestPage(
  ctx: Ctx,
  eventTypeId: string,
): Promise<Pick<PublicPageRow, 'organization' | 'logo' | 'color' | 'embedOrigins'>> {
  const result = await sql<Pick<PublicPageRow, 'organization' | 'logo' | 'color' | 'embedOrigins'>>`
    select w.name as organization, w.logo, w.embed_origins as "embedOrigins", p.color from event_type p
    join workspace w on w.workspace_id = p.workspace_id
    where p.workspace_id = ${ctx.workspaceId} and p.id = ${eventTypeId}
  `.execute(ctx.db);
  return result.rows[0] ?? { organization: '', logo: null, embedOrigins: [], color: '2563eb' };
}
