import { sql } from 'kysely';
import { transact, type Database } from '../db/transaction.ts';
import type { WorkspaceId } from '../db/workspace-id.ts';

/** Waits for what is being written; from then on, requests that change something get 503, and workers pass the workspace over. */
export function freezeWorkspace(database: Database, id: WorkspaceId): Promise<void> {
  return setFrozen(database, id, true);
}

export function unfreezeWorkspace(database: Database, id: WorkspaceId): Promise<void> {
  return setFrozen(database, id, false);
}

async function setFrozen(database: Database, id: WorkspaceId, isFrozen: boolean): Promise<void> {
  await transact(database, '*', async (db) => {
    await sql`select pg_advisory_xact_lock(workspace_lock(${id}::uuid)), set_config('daybook.hidden', '', true)`.execute(
      db,
    );
    await sql`
      update workspace set frozen_at = case when ${isFrozen} then coalesce(frozen_at, now()) end
      where workspace_id = ${id}`.execute(db);
  });
}
