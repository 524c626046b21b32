import { sql } from 'kysely';
import type { Ctx } from '../context.ts';
import { signInNeeded } from '../problems.ts';

export const recentMinutes = 15;

/**
 * For what would make a stolen session permanent: how a user signs in, tokens, and who has access. Tokens have rules of their own for
 * each of these. A transaction that ends the session meanwhile waits for this one, and then finds what it made.
 */
export async function requireRecentSession({ db, workspaceId, actor }: Ctx): Promise<void> {
  if (actor.kind !== 'session') return;
  const recent = await db
    .selectFrom('session')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', actor.id)
    .where(sql<boolean>`coalesce(proven_at, created_at) > now() - make_interval(mins => ${recentMinutes})`)
    .select('id')
    .forKeyShare()
    .executeTakeFirst();
  if (!recent) throw signInNeeded(recentMinutes);
}
