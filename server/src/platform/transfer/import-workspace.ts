import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { Connection } from '../db/connect.ts';
import { loadAppliedMigrations, rejectUnknownMigrations } from '../db/migrate.ts';
import { createSecrets, type Secrets } from '../secrets.ts';
import { StartError } from '../start-error.ts';
import { readEntries, verifyArchive, type Manifest } from './archive.ts';
import {
  listExportedTables,
  jobsName,
  getKeyPath,
  openObject,
  listRewrittenColumns,
} from './export-workspace.ts';
import { fileColumns } from './left-out.ts';
import { formatColumns, runInTransaction, listTables, type Progress, type Table } from './tables.ts';

const rowsPerInsert = 500;

/**
 * Creates the workspace of an export with the same ids, after every checksum has been verified: all of it in one transaction,
 * or nothing. Nothing is published, so that nobody gets mail and no webhook is called. Returns the manifest, and how many calls
 * were still to be made: they are cancelled here, since the installation that they come from may make them.
 */
export async function importWorkspace(
  connection: Connection,
  secrets: Secrets,
  path: string,
  onProgress: Progress,
): Promise<{ manifest: Manifest; cancelledCalls: number }> {
  const manifest = await verifyArchive(path, 'daybook-export');
  const { workspaceId } = manifest;
  if (!workspaceId) throw new StartError(`${path} contains no workspace; nothing was changed.`);
  const key = createSecrets(readKey(getKeyPath(path)));
  const reseal = (text: string) =>
    `\\x${secrets.seal(key.unseal(Buffer.from(text, 'base64'))).toString('hex')}`;
  return runInTransaction(connection, 'read write', async (client) => {
    const id = pg.escapeLiteral(workspaceId);
    await client.query(`set local daybook.workspace = ${id}; set local daybook.may_change_audit = 'on'`);
    await rejectOtherSchema(client, manifest);
    await rejectExisting(client, workspaceId);
    try {
      await load(client, path, manifest, { workspaceId, reseal, onProgress });
      await client.query('set constraints all immediate');
    } catch (error) {
      throw explain(error);
    }
    const { rowCount } = await client.query(
      `update outbound_call set status = 'cancelled', due_at = null where workspace_id = ${id} and due_at is not null`,
    );
    // The keys of accounts were made with the key of the other server.
    await client.query(
      `update calendar_connection set account_key = 'unknown ' || id where workspace_id = ${id} and provider in ('caldav', 'ics')`,
    );
    await client.query(`delete from live_change where workspace_id = ${id}`);
    return { manifest, cancelledCalls: rowCount ?? 0 };
  });
}

function readKey(path: string): Buffer {
  try {
    return Buffer.from(readFileSync(path, 'utf8'), 'base64');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`The key of the export can’t be read from ${path} (${code}); copy it there.`, {
      cause: error,
    });
  }
}

/** Rows are only right in the schema that they were written for. */
async function rejectOtherSchema(client: pg.Client, { migrations }: Manifest): Promise<void> {
  rejectUnknownMigrations(new Map(Object.entries(migrations)), undefined, 'export');
  const missing = [...(await loadAppliedMigrations(client)).keys()].find(
    (name) => !name.startsWith('graphile-worker ') && !(name in migrations),
  );
  if (missing) {
    throw new StartError(
      `The export was made by an older Daybook (it lacks migration ${missing}); update that installation and export again.`,
    );
  }
}

async function rejectExisting(client: pg.Client, workspaceId: string): Promise<void> {
  const { rowCount } = await client.query('select from workspace where workspace_id = $1', [workspaceId]);
  if (rowCount) throw new StartError(`The workspace ${workspaceId} already exists; nothing was changed.`);
}

interface Input {
  readonly workspaceId: string;
  readonly reseal: (text: string) => string;
  readonly onProgress: Progress;
}

async function load(client: pg.Client, path: string, manifest: Manifest, input: Input): Promise<void> {
  const tables = new Map(listExportedTables(await listTables(client)).map((table) => [table.name, table]));
  const ofPart = new Map(
    manifest.tables.flatMap(({ name, parts }) => parts.map((part) => [part.name, name] as const)),
  );
  // A file comes before the part with its row, and parts are bounded together with their files.
  const files = new Map<string, Buffer>();
  const done = new Map<string, number>();
  for await (const { name, bytes } of readEntries(path)) {
    const tableName = ofPart.get(name);
    if (tableName === undefined) {
      if (name !== 'manifest.json') files.set(name, bytes);
      continue;
    }
    const lines = bytes.toString('utf8').split('\n').slice(0, -1);
    const table = tables.get(tableName);
    if (tableName === jobsName) await enqueue(client, lines);
    else if (!table) throw new StartError(`The export contains an unknown table: ${tableName}.`);
    else {
      if (!done.has(tableName)) await clear(client, table, input);
      await insert(client, table, lines, files, input);
      files.clear();
    }
    done.set(tableName, (done.get(tableName) ?? 0) + lines.length);
    input.onProgress(tableName, done.get(tableName) ?? 0);
  }
  for (const { name, rows } of manifest.tables) {
    if ((done.get(name) ?? 0) !== rows)
      throw new Error(`${name}: ${done.get(name)} rows instead of ${rows}.`);
  }
  for (const table of tables.values()) await advanceSequences(client, table, input);
}

/** What triggers wrote while other tables were filled. */
async function clear(client: pg.Client, table: Table, { workspaceId }: Input): Promise<void> {
  await client.query(`delete from ${table.sql} where workspace_id = $1`, [workspaceId]);
}

async function insert(
  client: pg.Client,
  table: Table,
  lines: readonly string[],
  files: ReadonlyMap<string, Buffer>,
  { reseal }: Input,
): Promise<void> {
  const rewritten = listRewrittenColumns(table);
  const rewrite = (line: string) =>
    rewriteLine(line, rewritten, (column, text) => {
      if (column !== fileColumns[table.name]) return reseal(text);
      const bytes = files.get(text);
      if (!bytes) throw new StartError(`The export is missing the file ${text}.`);
      return `\\x${bytes.toString('hex')}`;
    });
  // A column that can't be empty holds the null of JSON, which PostgreSQL would read as its own.
  const values = table.columns.map(({ name, type, isRequired }) =>
    type.startsWith('json') && isRequired
      ? `coalesce(${pg.escapeIdentifier(name)}, 'null')`
      : pg.escapeIdentifier(name),
  );
  const text = `insert into ${table.sql} (${formatColumns(table.columns)}) overriding system value
    select ${values.join(', ')} from json_populate_recordset(null::${table.sql}, $1::json)`;
  for (let at = 0; at < lines.length; at += rowsPerInsert) {
    const batch = lines.slice(at, at + rowsPerInsert).map(rewrite);
    await client.query(text, [`[${batch.join(',')}]`]);
  }
}

/** Only the first members of a line are rewritten: parsing all of it would change numbers. */
function rewriteLine(
  line: string,
  columns: readonly string[],
  rewrite: (column: string, text: string) => string,
): string {
  if (columns.length === 0) return line;
  const all = JSON.parse(line) as Record<string, string | null>;
  const before: Record<string, string | null> = {};
  const after: Record<string, string | null> = {};
  for (const column of columns) {
    const text = all[column] ?? null;
    before[column] = text;
    after[column] = text === null ? null : rewrite(column, text);
  }
  const first = openObject(before);
  if (!line.startsWith(first)) throw new StartError('A line of the export does not begin with its secrets.');
  return openObject(after) + line.slice(first.length);
}

/** What was due meanwhile is for the installation that the export comes from. */
async function enqueue(client: pg.Client, lines: readonly string[]): Promise<void> {
  await client.query(
    `select enqueue(job ->> 'task', json_agg(job)) from json_array_elements($1::json) job
     where (job ->> 'run_at')::timestamptz > now() group by job ->> 'task'`,
    [`[${lines.join(',')}]`],
  );
}

/** New rows are numbered after those that were imported. */
export async function advanceSequences(
  client: pg.ClientBase,
  table: Table,
  { workspaceId }: Pick<Input, 'workspaceId'>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; sequence: string }>(
    `select attname as name, pg_get_serial_sequence($1, attname) as sequence from pg_attribute
     where attrelid = $1::regclass and attidentity <> ''`,
    [table.sql],
  );
  for (const { name, sequence } of rows) {
    await client.query(
      `select setval($2::regclass, highest + 1) from (
         select max(${pg.escapeIdentifier(name)}) as highest from ${table.sql} where workspace_id = $1) t
       where highest > (select last_value from ${sequence})`,
      [workspaceId, sequence],
    );
  }
}

/** What another workspace of this installation has already, such as a public address. */
function explain(error: unknown): unknown {
  const { code, detail, table } = error as { code?: string; detail?: string; table?: string };
  if (code !== '23505') return error;
  return new StartError(`Another workspace already uses it: ${detail} (${table}). Nothing was changed.`, {
    cause: error,
  });
}
