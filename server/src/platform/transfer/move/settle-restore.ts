import { sql } from 'kysely';
import type { Runtime } from '../../context.ts';
import { transact } from '../../db/transaction.ts';
import type { WorkspaceId } from '../../db/workspace-id.ts';

export interface RestoredCell {
  /** Which other cells have by now. */
  readonly elsewhere: readonly WorkspaceId[];
  /** Which belong to this cell, although the backup has no rows of them, or only those from before a move. */
  readonly missing: readonly WorkspaceId[];
}

/**
 * A backup of a cell is older than the directory. Workspaces that have moved away since are marked as such before a server starts:
 * otherwise two cells would send their emails. Those that came or were created since are missing.
 */
export async function settleRestoredCell({ directory, database }: Runtime): Promise<RestoredCell> {
  if (!directory) return { elsewhere: [], missing: [] };
  const { rows: known } = await directory.pool.query<{ id: WorkspaceId; cell: string }>(
    'select workspace_id as id, cell from directory.workspace_cell',
  );
  const cells = new Map(known.map(({ id, cell }) => [id, cell]));
  return transact(database, '*', async (db) => {
    await sql`select set_config('daybook.hidden', '', true)`.execute(db);
    const { rows: local } = await sql<{ id: WorkspaceId; isOwned: boolean }>`
      select workspace_id as id, moved_to is null as "isOwned" from workspace`.execute(db);
    const owned = local.filter(({ isOwned }) => isOwned).map(({ id }) => id);
    const elsewhere = owned.filter((id) => (cells.get(id) ?? directory.cell) !== directory.cell);
    for (const id of elsewhere) {
      const cell = cells.get(id);
      await sql`update workspace set moved_to = ${cell} where workspace_id = ${id}`.execute(db);
      await sql`insert into workspace_move (workspace_id, cell, state) values (${id}, ${cell}, 'left')
        on conflict (workspace_id) do update set cell = excluded.cell, state = 'left', changed_at = now()`.execute(
        db,
      );
    }
    const here = new Set(owned);
    const missing = known.filter(({ id, cell }) => cell === directory.cell && !here.has(id));
    return { elsewhere, missing: missing.map(({ id }) => id) };
  });
}
