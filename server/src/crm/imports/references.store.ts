import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';

/** The users with these addresses, by address as it was given. */
export async function findMembersByEmail(
  ctx: Ctx,
  emails: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const keyOf = (email: string) => email.trim().toLowerCase();
  const result = await sql<{ id: string; email: string }>`
    select id, lower(email) as email from member
    where workspace_id = ${ctx.workspaceId} and lower(email) = any (${emails.map(keyOf)}::text[])
  `.execute(ctx.db);
  const idOf = new Map(result.rows.map(({ id, email }) => [email, id]));
  return new Map(emails.map((email) => [email, [idOf.get(keyOf(email)) ?? []].flat()]));
}
