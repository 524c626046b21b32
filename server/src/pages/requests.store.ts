import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { PublicPageRow } from './store.ts';

type RequestPage = Pick<PublicPageRow, 'organization' | 'logo' | 'color' | 'embedOrigins' | 'hidesBrand'>;

/** How the page of a request looks. */
export async function findRequestPage(ctx: Ctx, eventTypeId: string): Promise<RequestPage> {
  const result = await sql<RequestPage>`
    select w.name as organization, w.logo, w.embed_origins as "embedOrigins", w.hides_brand as "hidesBrand", p.color from event_type p
    join workspace w on w.workspace_id = p.workspace_id
    where p.workspace_id = ${ctx.workspaceId} and p.id = ${eventTypeId}
  `.execute(ctx.db);
  return (
    result.rows[0] ?? { organization: '', logo: null, embedOrigins: [], hidesBrand: false, color: '2563eb' }
  );
}
