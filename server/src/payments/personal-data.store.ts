import { sql } from 'kysely';
import type { PersonalData } from '../platform/personal-data.ts';

/** What was to be booked and is not paid yet, by the address. A booking that was made is no longer here. */
export const paymentsOfPerson: PersonalData = {
  async export(ctx, { emails }) {
    const { rows } = await sql<{ payment: Record<string, unknown> }>`
      select to_jsonb(p) - '{workspace_id,session_url,link}'::text[] as payment from payment p
      where p.workspace_id = ${ctx.workspaceId} and lower(p.email) = any (${emails}::text[]) order by p.created_at, p.id
    `.execute(ctx.db);
    return rows.map(({ payment }) => payment);
  },
  /** A payer who pays afterwards gets all of it back: nobody knows any more what for. */
  async erase(ctx, { emails }) {
    await sql`
      update payment set booking = null, link = null, email = null
      where workspace_id = ${ctx.workspaceId} and lower(email) = any (${emails}::text[])
    `.execute(ctx.db);
  },
};
