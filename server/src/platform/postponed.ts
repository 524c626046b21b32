import { sql } from 'kysely';
import type { InWorkspace } from './outbox.ts';

/** Events whose effects were delayed, and may still be dropped. */

/** An event of a stream of which nothing has followed yet. */
export interface PostponedEvent {
  readonly name: string;
  readonly payload: unknown;
  readonly memberId: string | null;
  readonly position: number;
  readonly runAt: string;
}

/** The last events of a stream that were delayed and have had no effect yet, latest first. */
export async function listPostponed(
  { db, workspaceId }: InWorkspace,
  stream: string,
): Promise<PostponedEvent[]> {
  const result = await sql<PostponedEvent & { isPostponed: boolean }>`
    select name, payload, member_id as "memberId", position, run_at as "runAt",
      failed_at is null and attempts = 0 and done = '{}' and run_at > clock_timestamp() as "isPostponed"
    from outbox where workspace_id = ${workspaceId} and stream = ${stream} order by position desc
  `.execute(db);
  const first = result.rows.findIndex(({ isPostponed }) => !isPostponed);
  return first === -1 ? result.rows : result.rows.slice(0, first);
}

/** Nothing follows from the events of a stream from this one on. `waitForEffects` comes first. */
export async function deletePostponed(
  { db, workspaceId }: InWorkspace,
  stream: string,
  fromPosition: number,
): Promise<void> {
  await sql`
    delete from outbox where workspace_id = ${workspaceId} and stream = ${stream} and position >= ${fromPosition}
  `.execute(db);
}
