import { sql } from 'kysely';
import { z } from 'zod';
import type { Runtime } from '../context.ts';
import { purgeExpired } from '../db/purge.ts';
import { read, transact, type Database } from '../db/transaction.ts';
import type { WorkspaceId } from '../db/workspace-id.ts';
import { generateUuid } from '../ids.ts';
import { defineJob, type AnyJob } from '../jobs.ts';
import { recoverMovesJob } from '../transfer/move/recover-moves.ts';
import { computeCode } from './codes.ts';
import { migrateDirectory, registerCell, requireCompatibleCells, type Directory } from './directory.ts';
import { reportCellJob } from './report-cell.ts';
import { filterHeld, listLocalNames, settleNames, type NameRow } from './names.ts';

/** What a process that was killed left between a reservation and its end. */
const reconcileNamesJob = defineJob({
  name: 'platform.reconcile-names',
  payload: z.object({}),
  every: '* * * * *',
  run: (runtime) => reconcileNames(runtime),
});

/** What no reservation told the directory: workspaces that were imported, deleted or restored from a backup. */
const syncDirectoryJob = defineJob({
  name: 'platform.sync-directory',
  payload: z.object({}),
  every: '43 3 * * *',
  run: (runtime) => syncDirectory(runtime),
});

/** Of a cell; an installation without a directory has no use for them. */
export const directoryJobs: readonly AnyJob[] = [
  reconcileNamesJob,
  syncDirectoryJob,
  recoverMovesJob,
  reportCellJob,
];

const batchSize = 500;

/** Settles reservations of transactions that must have ended. A transaction that still runs is waited for, or left for the next time. */
export async function reconcileNames(runtime: Runtime, afterSeconds = 60): Promise<void> {
  const { directory, database, log } = runtime;
  if (!directory) return;
  const { rows } = await directory.pool.query<{ reservation: string; workspace_id: WorkspaceId }>(
    `select distinct n.reservation, n.workspace_id from directory.name n
     join directory.workspace_cell w using (workspace_id)
     where w.cell = $1 and n.reserved_at < now() - make_interval(secs => $2) and n.reservation is not null
     limit ${batchSize}`,
    [directory.cell, afterSeconds],
  );
  for (const { reservation, workspace_id: workspaceId } of rows) {
    try {
      await endTransaction(runtime, workspaceId, reservation);
      await settleNames(directory, database, reservation);
    } catch (error) {
      log.warn({ err: error, reservation }, 'names are settled later');
    }
  }
  await purgeExpired(database, [
    {
      table: 'name_reservation',
      rows: sql`select ctid from name_reservation where created_at < now() - interval '1 day' order by created_at`,
    },
  ]);
}

/** Takes the key of a reservation, so that its transaction has been committed before or never will be. */
async function endTransaction(
  { database }: Runtime,
  workspaceId: WorkspaceId,
  reservation: string,
): Promise<void> {
  await transact(database, '*', async (db) => {
    await sql`set local lock_timeout = '1s'`.execute(db);
    await sql`insert into name_reservation (workspace_id, id) values (${workspaceId}, ${reservation})
      on conflict do nothing`.execute(db);
  });
}

/** At the start of a process: says where the cell is, and tells the directory of workspaces that it does not know. */
export async function joinDirectory(runtime: Runtime): Promise<void> {
  const { directory, config } = runtime;
  if (!directory || !config.cell || !config.directoryUrl) return;
  await migrateDirectory(config.directoryUrl);
  await requireCompatibleCells(directory.pool);
  await registerCell(directory.pool, config.cell);
  await recordIdentity(runtime, config.cell.name);
  for await (const ids of listWorkspaces(runtime)) {
    const { rows } = await directory.pool.query<{ workspace_id: WorkspaceId }>(
      `select workspace_id from unnest($1::uuid[]) as l (workspace_id)
       except select workspace_id from directory.workspace_cell where joined_at is not null`,
      [ids],
    );
    for (const { workspace_id: id } of rows) await syncWorkspace(runtime, directory, id, true);
  }
}

/** By which a mover knows that a database is that of the cell, and that both cells have the same files. */
async function recordIdentity({ database, config }: Runtime, cell: string): Promise<void> {
  await database.pool.query(
    `insert into installation (name, value) values ('cell', $1), ('bucket', $2)
     on conflict (name) do update set value = excluded.value where installation.value <> excluded.value`,
    [cell, config.files.bucket?.url ?? ''],
  );
}

async function syncDirectory(runtime: Runtime): Promise<void> {
  const { directory } = runtime;
  if (!directory) return;
  await joinDirectory(runtime);
  for await (const ids of listWorkspaces(runtime)) {
    for (const id of ids) await syncWorkspace(runtime, directory, id, false);
  }
  await releaseDeleted(runtime, directory);
}

async function* listWorkspaces({ database }: Runtime): AsyncGenerator<readonly WorkspaceId[]> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await read(database, '*', (db) =>
      sql<{ workspace_id: WorkspaceId }>`
        select workspace_id from workspace where workspace_id > ${after} and moved_to is null
        order by workspace_id limit ${batchSize}`.execute(db),
    );
    if (rows.length > 0) yield rows.map(({ workspace_id: id }) => id);
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.workspace_id ?? after;
  }
}

/** Makes the directory's names of a workspace those that the cell has. */
async function syncWorkspace(
  { database, log }: Runtime,
  directory: Directory,
  id: WorkspaceId,
  withSecrets: boolean,
): Promise<void> {
  const { pool, cell } = directory;
  const { rows: owners } = await pool.query<{ cell: string }>(
    `with registered as (insert into directory.workspace_cell (workspace_id, code, cell) values ($1, $2, $3)
       on conflict (workspace_id) do nothing returning cell)
     select cell from registered union select cell from directory.workspace_cell where workspace_id = $1`,
    [id, computeCode(id), cell],
  );
  if (owners[0]?.cell !== cell) {
    log.error({ workspaceId: id, cell: owners[0]?.cell }, 'a workspace belongs to another cell');
    return;
  }
  const local = await listLocalNames(database, id, withSecrets);
  for (let from = 0; from < local.length; from += maxNames) {
    const reservation = generateUuid();
    await reserveMissing(directory, id, reservation, local.slice(from, from + maxNames));
    await settleNames(directory, database, reservation);
  }
  await releaseGone(database, directory, id);
  await pool.query(
    'update directory.workspace_cell set joined_at = coalesce(joined_at, now()) where workspace_id = $1',
    [id],
  );
  const taken = await listTaken(directory, id, local);
  for (const { kind, value } of taken)
    log.error({ workspaceId: id, kind, value }, 'a name belongs to another workspace in the directory');
}

/** Of one statement to the directory, which has two seconds. */
const maxNames = 5_000;

/** Names that the cell no longer has. Secrets stay: the cell refuses those that ended. */
async function releaseGone(database: Database, directory: Directory, id: WorkspaceId): Promise<void> {
  const { pool } = directory;
  const { rows: known } = await pool.query<NameRow>(
    `select kind, value, workspace_id from directory.name
     where workspace_id = $1 and reservation is null and kind <> 'secret'`,
    [id],
  );
  const held = new Set((await filterHeld(database, known)).map(keyOf));
  const gone = known.filter((name) => !held.has(keyOf(name)));
  const reservation = generateUuid();
  await pool.query(
    `update directory.name n set reservation = $1, reserved_at = now()
     from unnest($3::text[], $4::text[]) as g (kind, value)
     where n.workspace_id = $2 and n.kind = g.kind and n.value = g.value and n.reservation is null`,
    [reservation, id, gone.map(({ kind }) => kind), gone.map(({ value }) => value)],
  );
  await settleNames(directory, database, reservation);
}

const keyOf = ({ kind, value }: NameRow): string => `${kind} ${value}`;

async function reserveMissing(
  { pool }: Directory,
  id: WorkspaceId,
  reservation: string,
  names: readonly NameRow[],
): Promise<void> {
  await pool.query(
    `insert into directory.name (kind, value, workspace_id, reservation)
     select kind, value, $1, $2 from unnest($3::text[], $4::text[]) as l (kind, value) on conflict do nothing`,
    [id, reservation, names.map(({ kind }) => kind), names.map(({ value }) => value)],
  );
}

/** Public names of this cell that lead elsewhere: somebody has to rename one of the two. */
async function listTaken(
  { pool }: Directory,
  id: WorkspaceId,
  names: readonly NameRow[],
): Promise<readonly NameRow[]> {
  const shown = names.filter(({ kind }) => ['slug', 'form', 'domain'].includes(kind));
  const { rows } = await pool.query<NameRow>(
    `select n.kind, n.value, n.workspace_id from directory.name n
     join unnest($2::text[], $3::text[]) as l (kind, value) using (kind, value)
     where n.workspace_id <> $1`,
    [id, shown.map(({ kind }) => kind), shown.map(({ value }) => value)],
  );
  return rows;
}

/** Of a workspace with names nothing is deleted: it may be missing because a wrong backup was restored. */
const isNameless = `not exists (select from directory.name n where n.workspace_id = workspace_cell.workspace_id)`;

/** Sign-ups that nobody confirmed. A workspace is registered before it is created, so a young one may have yet to come. */
async function releaseDeleted({ database }: Runtime, { pool, cell }: Directory): Promise<void> {
  const { rows } = await pool.query<{ workspace_id: WorkspaceId }>(
    `select workspace_id from directory.workspace_cell
     where cell = $1 and state = 'active' and created_at < now() - interval '1 day' and ${isNameless}`,
    [cell],
  );
  const ids = rows.map(({ workspace_id: id }) => id);
  const { rows: gone } = await read(database, '*', (db) =>
    sql<{ id: WorkspaceId }>`select id from unnest(${ids}::uuid[]) as l (id)
      where not exists (select from workspace w where w.workspace_id = id)`.execute(db),
  );
  await pool.query(
    `delete from directory.workspace_cell
     where cell = $1 and state = 'active' and workspace_id = any ($2) and ${isNameless}`,
    [cell, gone.map(({ id }) => id)],
  );
}
