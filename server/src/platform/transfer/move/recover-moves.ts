import { z } from 'zod';
import { sql } from 'kysely';
import type { Runtime } from '../../context.ts';
import { transact } from '../../db/transaction.ts';
import type { WorkspaceId } from '../../db/workspace-id.ts';
import { defineJob } from '../../jobs.ts';
import { fenceMovers, findMove, findOwner } from './register.ts';
import { lockMover, type Side } from './sessions.ts';
import { reclaimSource } from './source.ts';
import { clearRows, deleteJobs, openTarget } from './target.ts';

/**
 * What a mover that died left of a switch, and rows of workspaces that left a day ago. Each cell looks after its own side, by
 * what the directory says.
 */
export const recoverMovesJob = defineJob({
  name: 'platform.recover-moves',
  payload: z.object({}),
  every: '* * * * *',
  run: (runtime) => recoverMoves(runtime),
});

interface MarkRow {
  readonly id: WorkspaceId;
  readonly state: 'arriving' | 'leaving' | 'left';
  readonly isOld: boolean;
}

export async function recoverMoves(runtime: Runtime, keptHours = 24): Promise<void> {
  const { directory, database, log } = runtime;
  if (!directory) return;
  for (const mark of await listMarks(runtime, keptHours)) {
    const client = await database.pool.connect();
    try {
      await client.query(`set daybook.workspace = '${mark.id}'`);
      await recoverOne(runtime, { cell: directory.cell, client }, mark);
    } catch (error) {
      log.warn({ err: error, workspaceId: mark.id }, 'move not recovered');
    } finally {
      // Closed: the session has settings and locks of its own.
      client.release(true);
    }
  }
}

async function listMarks({ database }: Runtime, keptHours: number): Promise<MarkRow[]> {
  return transact(database, '*', async (db) => {
    await sql`select set_config('daybook.hidden', '', true)`.execute(db);
    const { rows } = await sql<MarkRow>`select workspace_id as id, state,
      changed_at <= now() - make_interval(hours => ${keptHours}) as "isOld" from workspace_move`.execute(db);
    return rows;
  });
}

async function recoverOne(
  { directory, log }: Runtime,
  side: Side,
  { id, state, isOld }: MarkRow,
): Promise<void> {
  // A mover that lives does all of this itself.
  if (!directory || !(await lockMover(side, id))) return;
  const { cell } = await findOwner(directory.pool, id);
  const isOurs = cell === side.cell;
  if (state === 'arriving' && isOurs) return openTarget(side, id);
  if (state === 'leaving' || (state === 'left' && isOurs)) {
    if (isOurs && (await fenceMovers(directory.pool, id, side.cell)) !== undefined)
      await reclaimSource({ source: side, workspaceId: id });
    return;
  }
  if (state === 'left') await deleteJobs(side.client, id);
  const move = await findMove(directory.pool, id);
  if (!isOld || move?.to === side.cell) return;
  await clearRows(side, id);
  log.info({ workspaceId: id, cell }, 'rows of a workspace that left were deleted');
}
