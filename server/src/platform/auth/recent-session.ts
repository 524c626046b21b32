import { sql } from 'kysely';
import type { Ctx } from '../context.ts';
import { forbidden } from '../problems.ts';

const recentMinutes = 15;

/** For what would lock a user out: a browser that was left open must not be enough for it. */
export async function demandRecentSession({ db, workspaceId, actor }: Ctx): Promise<void> {
  const recent = await db
    .selectFrom('session')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', actor.id)
    .where(sql<boolean>`created_at > now() - make_interval(mins => ${recentMinutes})`)
    .select('id')
    .executeTakeFirst();
  if (recent) return;
  throw forbidden(
    `This needs a sign-in of the last ${recentMinutes} minutes. Sign in again, then repeat it.`,
  );
}
