import type pg from 'pg';
import type { WorkspaceId } from '../../db/workspace-id.ts';
import { wakeChannel } from '../../outbox.ts';
import { StartError } from '../../start-error.ts';
import { advanceSequences } from '../import-workspace.ts';
import { jobSchema, type Table } from '../tables.ts';
import { listMovedTables, ofWorkspace } from './moved-tables.ts';
import { asMover, transactOn, type Move, type Side } from './sessions.ts';

/** What a mover does to the cell to which a workspace goes. */

/** A workspace that the target owns is never overwritten. */
export async function requireForeign({ target, workspaceId }: Move): Promise<void> {
  const { rowCount } = await target.client.query(
    'select from workspace where workspace_id = $1 and moved_to is null',
    [workspaceId],
  );
  if (rowCount) throw new StartError(`The cell ${target.cell} has the workspace already.`);
}

const mover = 'daybook mover';
const isOfWorkspace = `payload ->> 'workspaceId' = $1::text`;

/** Jobs of the workspace. They are locked for as long as the target doesn't own it; a worker releases the lock after a minute. */
export async function copyJobs({ source, target, workspaceId }: Move): Promise<void> {
  const { rows } = await source.client.query<{ jobs: string }>(
    `select coalesce(json_agg(j), '[]')::text as jobs from (
       select t.identifier as task, key, payload, run_at, attempts, max_attempts, priority, last_error
       from ${jobSchema}._private_jobs j join ${jobSchema}._private_tasks t on t.id = j.task_id
       where ${isOfWorkspace} order by j.id) j`,
    [workspaceId],
  );
  const jobs = rows[0]?.jobs ?? '[]';
  await transactOn(target, 'read write', async () => {
    await deleteJobs(target.client, workspaceId);
    await target.client.query(
      `insert into ${jobSchema}._private_tasks (identifier)
       select distinct j ->> 'task' from json_array_elements($1::json) j on conflict do nothing`,
      [jobs],
    );
    await target.client.query(
      `insert into ${jobSchema}._private_jobs (task_id, key, payload, run_at, attempts, max_attempts, priority, last_error,
         locked_at, locked_by)
       select t.id, j.key, j.payload, j.run_at, j.attempts, j.max_attempts, j.priority, j.last_error, now(), '${mover}'
       from json_to_recordset($1::json) as j (task text, key text, payload json, run_at timestamptz, attempts int2,
         max_attempts int2, priority int2, last_error text)
       join ${jobSchema}._private_tasks t on t.identifier = j.task`,
      [jobs],
    );
  });
}

export async function deleteJobs(client: pg.ClientBase, id: WorkspaceId): Promise<void> {
  await client.query(`delete from ${jobSchema}._private_jobs where ${isOfWorkspace}`, [id]);
}

/** What belongs to the installation, and to people of this workspace: addresses that refused emails, and apps that registered. */
export async function copyShared({ source, target, workspaceId }: Move): Promise<void> {
  const shared: readonly (readonly [table: string, where: string])[] = [
    ['mail_refusal', 'true'],
    [
      'registered_client',
      `client_id in (select client_id from app_grant where workspace_id = '${workspaceId}')`,
    ],
  ];
  for (const [table, where] of shared) {
    const { rows } = await source.client.query<{ rows: string }>(
      `select coalesce(json_agg(t), '[]')::text as rows from ${table} t where ${where}`,
    );
    await target.client.query(
      `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json) on conflict do nothing`,
      [rows[0]?.rows],
    );
  }
}

/** The target owns the workspace from here on. Can be repeated. */
export async function openTarget(side: Side, workspaceId: WorkspaceId): Promise<void> {
  const { client } = side;
  await transactOn(side, 'read write', async () => {
    const { rowCount } = await client.query(
      'update workspace set moved_to = null where workspace_id = $1 and moved_to is not null',
      [workspaceId],
    );
    await client.query('delete from workspace_move where workspace_id = $1', [workspaceId]);
    if (!rowCount) return;
    for (const table of await listNumberedTables(side))
      await advanceSequences(client, table, { workspaceId });
    // Numbers of transactions mean nothing here: the feed looks at all changes once, and streams read everything again.
    await client.query('update crm_feed_state set horizon = 0 where workspace_id = $1', [workspaceId]);
    await client.query(`insert into live_change (workspace_id, kind) values ($1, 'access')`, [workspaceId]);
    await client.query(
      `update ${jobSchema}._private_jobs set locked_at = null, locked_by = null
       where ${isOfWorkspace} and locked_by = '${mover}'`,
      [workspaceId],
    );
    await client.query(`select pg_notify('${wakeChannel}', '')`);
  });
}

/** Few, so that nobody waits for the others. */
async function listNumberedTables(side: Side): Promise<Table[]> {
  const { rows } = await side.client.query<{ sql: string }>(
    `select distinct format('%I.%I', n.nspname, c.relname) as sql from pg_attribute a
     join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where a.attidentity <> '' and c.relkind = 'r'`,
  );
  const numbered = new Set(rows.map(({ sql }) => sql));
  return (await listMovedTables(side)).filter(({ sql }) => numbered.has(sql));
}

const batchSize = 10_000;

/** Deletes the rows of a workspace that another cell owns, in batches: whatever ends it early, the rest is deleted later. */
export async function clearRows(side: Side, workspaceId: WorkspaceId): Promise<void> {
  const tables = (await listMovedTables(side)).map(({ sql }) => sql).toReversed();
  await deleteJobs(side.client, workspaceId);
  // The mark comes last: while there is a row, it belongs to another cell.
  for (const table of ['live_change', 'availability_change', ...tables, 'workspace_move'])
    while ((await deleteBatch(side, workspaceId, table)) === batchSize);
}

function deleteBatch(side: Side, workspaceId: WorkspaceId, table: string): Promise<number> {
  const { client } = side;
  return transactOn(side, 'read write', async () => {
    await client.query(asMover(workspaceId).join('; ').replaceAll('set ', 'set local '));
    const { rowCount } = await client.query(
      `delete from ${table} where ctid = any (array(
         select ctid from ${table} t where ${ofWorkspace(workspaceId)} limit ${batchSize}))`,
    );
    return rowCount ?? 0;
  });
}
