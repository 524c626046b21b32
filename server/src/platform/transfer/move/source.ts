import { sleep } from '../../signal.ts';
import { jobSchema } from '../tables.ts';
import { transactOn, waitForPlatform, type Move } from './sessions.ts';

/** What a mover does to the cell that a workspace leaves. */

/** Undoes what an earlier mover left: from here on, the source is the owner again, and nothing is refused. */
export async function reclaimSource({
  source,
  workspaceId,
}: Pick<Move, 'source' | 'workspaceId'>): Promise<void> {
  await transactOn(source, 'read write', async () => {
    await source.client.query('update workspace set moved_to = null where workspace_id = $1', [workspaceId]);
    await source.client.query('delete from workspace_move where workspace_id = $1', [workspaceId]);
  });
}

const drainMs = 10_000;
const lookMs = 100;

/**
 * From here on, workers of the source begin nothing more for this workspace. What they have begun is waited for, and recorded there.
 * Writes by users go on; their effects wait for the target.
 */
export async function drainSource({ source, target, workspaceId }: Move): Promise<void> {
  await source.client.query(
    `insert into workspace_move (workspace_id, cell, state) values ($1, $2, 'leaving')
     on conflict (workspace_id) do update set cell = excluded.cell, state = excluded.state, changed_at = now()`,
    [workspaceId, target.cell],
  );
  await waitForPlatform(source);
  const deadlineMs = Date.now() + drainMs;
  while ((await countUnderWay(source.client, workspaceId)) > 0 && Date.now() < deadlineMs)
    await sleep(lookMs);
}

/** Deliveries and emails that are just being sent, and jobs that run. */
async function countUnderWay(client: Move['source']['client'], id: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select (select count(*) from webhook_delivery where workspace_id = $1 and status = 'sending')
       + (select count(*) from mail_message where workspace_id = $1 and status = 'queued' and attempts > 0
          and due_at > now() + interval '9 min 30 s')
       + (select count(*) from ${jobSchema}._private_jobs where payload ->> 'workspaceId' = $1::text and locked_at is not null)
       as count`,
    [id],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Refuses writes while `work` runs: waits for writers, which have the lock while they write, and refuses new ones. The lock ends
 * with this session, so a mover that dies or is cut off freezes nothing.
 */
export async function withFrozen<T>({ source, workspaceId }: Move, work: () => Promise<T>): Promise<T> {
  await source.client.query('select pg_advisory_lock(workspace_lock($1))', [workspaceId]);
  try {
    return await work();
  } finally {
    await source.client.query('select pg_advisory_unlock(workspace_lock($1))', [workspaceId]).catch(() => {});
  }
}

/** The source refuses everything, for good. By the session that froze it: if that was lost, so is the freeze, and this fails. */
export async function leaveSource({ source, target, workspaceId }: Move): Promise<void> {
  await transactOn(source, 'read write', async () => {
    await source.client.query('update workspace set moved_to = $2 where workspace_id = $1', [
      workspaceId,
      target.cell,
    ]);
    await source.client.query(
      `update workspace_move set state = 'left', changed_at = now() where workspace_id = $1`,
      [workspaceId],
    );
  });
}
