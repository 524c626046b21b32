import type { Connection } from '../src/platform/db/connect.ts';
import { isBackedUp } from '../src/platform/transfer/backup.ts';
import { listExportedTables } from '../src/platform/transfer/export-workspace.ts';
import { exportedWhere } from '../src/platform/transfer/left-out.ts';
import { formatColumns, runInTransaction, jobSchema, listTables } from '../src/platform/transfer/tables.ts';

/** The number of rows of each table and a hash over all of them, so that two databases can be compared. */
export type Digests = Record<string, string>;

/** Of everything that a backup holds. Which worker had a job at the time is not part of it. */
export function computeDigests(connection: Connection): Promise<Digests> {
  return digests(connection, isBackedUp, () => 'true', /^locked_(at|by)$/);
}

/** Of everything that an export holds. Secrets are sealed anew, each time with another result. */
export function computeWorkspaceDigests(connection: Connection, workspaceId: string): Promise<Digests> {
  return digests(
    connection,
    (table) => listExportedTables([table]).length > 0,
    (name) => `t.workspace_id = '${workspaceId}' and ${exportedWhere[name] ?? 'true'}`,
    /_sealed$/,
  );
}

type Table = Parameters<typeof isBackedUp>[0];

function digests(
  connection: Connection,
  isCompared: (table: Table) => boolean,
  where: (name: string) => string,
  ignored: RegExp,
): Promise<Digests> {
  return runInTransaction(connection, 'isolation level repeatable read, read only', async (client) => {
    await client.query(`set local daybook.workspace = '*'`);
    const found: Digests = {};
    for (const table of (await listTables(client)).filter(isCompared)) {
      const columns = table.columns.filter(({ name }) => !ignored.test(name));
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(r::text), '' order by md5(r::text))), '') as digest
         from (select ${formatColumns(columns)} from ${table.sql} t where ${where(table.name)}) r`,
      );
      const name = table.schema === jobSchema ? `jobs ${table.name}` : table.name;
      found[name] = rows[0]?.digest ?? '';
    }
    return found;
  });
}
