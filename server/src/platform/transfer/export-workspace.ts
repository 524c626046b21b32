import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import pg from 'pg';
import type { Connection } from '../db/connect.ts';
import { loadCompletedMigrations } from '../db/migrate.ts';
import { createSecrets, type Secrets } from '../secrets.ts';
import { StartError } from '../start-error.ts';
import { createArchive, type Archive, type Manifest, type Part } from './archive.ts';
import { exportedJobs, exportedWhere, fileColumns, leftOut, writtenByTriggers } from './left-out.ts';
import { runInTransaction, jobSchema, listTables, type Progress, type Table } from './tables.ts';

const partBytes = 4 * 1024 * 1024;
const rowsPerFetch = 200;

/**
 * Writes everything of a workspace as NDJSON and files, of one snapshot. Secrets are sealed with a new key, which is written
 * beside it: so the export alone reveals none, and someone who gets both learns nothing of the installation's own key.
 */
export async function exportWorkspace(
  connection: Connection,
  secrets: Secrets,
  workspaceId: string,
  path: string,
  onProgress: Progress,
): Promise<Manifest> {
  const keyPath = getKeyPath(path);
  if (existsSync(keyPath)) throw new StartError(`${keyPath} already exists; choose another name.`);
  const key = randomBytes(32);
  const reseal = (sealed: Buffer) => createSecrets(key).seal(secrets.unseal(sealed));
  const archive = await createArchive(path);
  try {
    await writeFile(keyPath, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    return await runInTransaction(
      connection,
      'isolation level repeatable read, read only',
      async (client) => {
        await client.query(`set local daybook.workspace = ${pg.escapeLiteral(workspaceId)}`);
        const migrations = await loadCompletedMigrations(client);
        const output: Output = { archive, files: [], reseal, onProgress };
        const tables: Manifest['tables'] = [];
        for (const table of listExportedTables(await listTables(client))) {
          tables.push(await writeTable(client, table, workspaceId, output));
        }
        tables.push(await writeJobs(client, workspaceId, output));
        const manifest: Manifest = {
          format: 'daybook-export',
          createdAt: new Date().toISOString(),
          migrations,
          tables,
          files: output.files,
          sequences: {},
          workspaceId,
        };
        await archive.finish(manifest);
        return manifest;
      },
    );
  } catch (error) {
    await archive.discard();
    await rm(keyPath, { force: true });
    throw error;
  }
}

export const getKeyPath = (path: string): string => `${path.replace(/\/+$/, '')}.key`;

/** What is exported, in the order in which it can be imported. */
export function listExportedTables(tables: readonly Table[]): Table[] {
  const all = tables.filter(({ schema, name }) => schema !== jobSchema && !(name in leftOut));
  const isLate = ({ name }: Table) => writtenByTriggers.includes(name);
  return [...all.filter((table) => !isLate(table)), ...all.filter(isLate)];
}

/** Columns that are rewritten on the way out and in: sealed secrets, and files. They come first in a line. */
export function listRewrittenColumns({ name, columns }: Table): string[] {
  return columns
    .filter((column) => column.name.endsWith('_sealed') || column.name === fileColumns[name])
    .map((column) => column.name);
}

interface Output {
  readonly archive: Archive;
  readonly files: Part[];
  readonly reseal: (sealed: Buffer) => Buffer;
  readonly onProgress: Progress;
}

type Row = Record<string, Buffer | string | null> & { line: string };

async function writeTable(
  client: pg.Client,
  table: Table,
  workspaceId: string,
  output: Output,
): Promise<Manifest['tables'][number]> {
  const rewritten = listRewrittenColumns(table);
  const rest = table.columns.filter(({ name }) => !rewritten.includes(name));
  const where = [`t.workspace_id = ${pg.escapeLiteral(workspaceId)}`, exportedWhere[table.name] ?? 'true'];
  const first = rewritten.map((name) => `t.${pg.escapeIdentifier(name)}, `).join('');
  const rows = readRows(
    client,
    `select ${first}row_to_json(r)::text as line from ${table.sql} t cross join lateral (
       select ${rest.map(({ name }) => `t.${pg.escapeIdentifier(name)}`).join(', ')}) r
     where ${where.map((each) => `(${each})`).join(' and ')} order by ${table.key.map((name) => `t.${pg.escapeIdentifier(name)}`).join(', ')}`,
    table.name in fileColumns ? 1 : rowsPerFetch,
  );
  const lines = linesOf(output, table, rewritten, rows);
  // The import of a part has the files of its rows in memory.
  const written = await writeLines(output, table.name, lines, table.name in fileColumns ? 0 : partBytes);
  return { name: table.name, columns: table.columns.map(({ name }) => name), ...written };
}

async function* readRows(client: pg.Client, query: string, count: number): AsyncGenerator<Row> {
  await client.query(`declare exported no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${count} from exported`);
    yield* rows;
    if (rows.length < count) break;
  }
  await client.query('close exported');
}

async function* linesOf(
  { archive, files, reseal }: Output,
  table: Table,
  rewritten: readonly string[],
  rows: AsyncIterable<Row>,
): AsyncGenerator<string> {
  for await (const row of rows) {
    const first: Record<string, string | null> = {};
    for (const name of rewritten) {
      const bytes = row[name] as Buffer | null;
      if (bytes === null) first[name] = null;
      else if (name === fileColumns[table.name]) {
        const file = await archive.add(`${table.name}.bin`, bytes);
        files.push(file);
        first[name] = file.name;
      } else first[name] = reseal(bytes).toString('base64');
    }
    yield rewritten.length === 0 ? row.line : `${openObject(first)},${row.line.slice(1)}`;
  }
}

/** The beginning of a line: its first members, and no end yet. */
export const openObject = (members: Record<string, string | null>): string =>
  JSON.stringify(members).slice(0, -1);

async function writeLines(
  { archive, onProgress }: Output,
  name: string,
  lines: AsyncIterable<string>,
  bytesPerPart = partBytes,
): Promise<{ rows: number; parts: Part[] }> {
  const parts: Part[] = [];
  let [rows, size, pending] = [0, 0, [] as string[]];
  const flush = async () => {
    if (pending.length > 0) parts.push(await archive.add(`${name}.ndjson`, Buffer.from(pending.join(''))));
    [size, pending] = [0, []];
  };
  for await (const line of lines) {
    rows += 1;
    size += line.length;
    pending.push(`${line}\n`);
    if (size >= bytesPerPart) {
      await flush();
      onProgress(name, rows);
    }
  }
  await flush();
  onProgress(name, rows);
  return { rows, parts };
}

export const jobsName = 'jobs';

async function writeJobs(
  client: pg.Client,
  workspaceId: string,
  output: Output,
): Promise<Manifest['tables'][number]> {
  const rows = readRows(
    client,
    `select json_build_object('task', t.identifier, 'key', j.key, 'run_at', j.run_at, 'payload', j.payload)::text as line
     from ${jobSchema}._private_jobs j join ${jobSchema}._private_tasks t on t.id = j.task_id
     where t.identifier in (${exportedJobs.map((job) => pg.escapeLiteral(job)).join(', ')})
       and j.payload ->> 'workspaceId' = ${pg.escapeLiteral(workspaceId)} and j.attempts < j.max_attempts
     order by j.id`,
    rowsPerFetch,
  );
  const lines = (async function* () {
    for await (const { line } of rows) yield line;
  })();
  return {
    name: jobsName,
    columns: ['task', 'key', 'run_at', 'payload'],
    ...(await writeLines(output, jobsName, lines)),
  };
}
