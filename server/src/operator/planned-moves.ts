import type { Config } from '../platform/config.ts';
import type { Pool } from '../platform/db/connect.ts';
import { workspaceSeconds } from '../platform/directory/load.ts';
import type { CellLoad, PlannedMove, WorkspaceLoad } from '../platform/directory/plan-moves.ts';
import { findOwner } from '../platform/transfer/move/register.ts';
import { moveBetween } from './move.ts';
import { formatTable } from './tools.ts';

/** Moves of several workspaces, by what the directory knows of their load. */

export async function loadCells(pool: Pool): Promise<CellLoad[]> {
  const { rows } = await pool.query<CellLoad>(
    `select name, region, state = 'open' as "isOpen", capacity from directory.cell order by name`,
  );
  return rows;
}

export async function loadWorkspaces(pool: Pool): Promise<WorkspaceLoad[]> {
  const rate = (column: string) => `coalesce(directory.decay(${column}, counted_at, ${workspaceSeconds}), 0)`;
  const { rows } = await pool.query<WorkspaceLoad>(
    `select workspace_id as id, cell, directory.weigh(${rate('requests')}, ${rate('bookings')}) as load
     from directory.workspace_cell left join directory.workspace_load using (workspace_id)`,
  );
  return rows;
}

export function formatMoves(moves: readonly PlannedMove[]): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  const rows = moves.map(({ id, from, to, load, before, after }) => [
    id,
    from,
    to,
    load.toFixed(1),
    `${percent(before[0])} to ${percent(after[0])}`,
    `${percent(before[1])} to ${percent(after[1])}`,
  ]);
  return formatTable([['workspace', 'from', 'to', 'load/min', 'load of from', 'load of to'], ...rows]);
}

/** One after another. A move that was interrupted is continued, wherever it led; a workspace that has left meanwhile is passed over. */
export async function runMoves(config: Config, pool: Pool, moves: readonly PlannedMove[]): Promise<void> {
  for (const [index, { id, from, to }] of moves.entries()) {
    console.log(`${index + 1} of ${moves.length}: ${id} from ${from} to ${to}`);
    const { cell } = await findOwner(pool, id);
    if (cell === from) await moveBetween(config, pool, id, { from, to });
  }
}
