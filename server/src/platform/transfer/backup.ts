import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Connection } from '../db/connect.ts';
import { loadCompletedMigrations } from '../db/migrate.ts';
import { transient } from './left-out.ts';
import { createArchive, type Archive, type Manifest, type Part } from './archive.ts';
import {
  formatColumns,
  runInTransaction,
  jobSchema,
  listTables,
  type Progress,
  type Table,
} from './tables.ts';

const compress = promisify(gzip);
const partBytes = 4 * 1024 * 1024;

/**
 * Writes all of a database to a tar: every table by COPY, of one snapshot, while servers go on. Needs nothing but a connection,
 * so that it works without pg_dump.
 */
export async function backUp(connection: Connection, path: string, onProgress: Progress): Promise<Manifest> {
  const archive = await createArchive(path);
  try {
    return await runInTransaction(
      connection,
      'isolation level repeatable read, read only',
      async (client) => {
        await client.query(`set local daybook.workspace = '*'`);
        const migrations = await loadCompletedMigrations(client);
        const tables: Manifest['tables'] = [];
        const all = (await listTables(client)).filter(isBackedUp);
        for (const table of all) tables.push(await writeTable(client, archive, table, onProgress));
        const manifest: Manifest = {
          format: 'daybook-backup',
          createdAt: new Date().toISOString(),
          migrations,
          tables,
          files: [],
          sequences: await readSequences(client),
          jobQueue: await getJobQueueVersion(client),
          keyFingerprint: await keyFingerprint(client),
        };
        await archive.finish(manifest);
        return manifest;
      },
    );
  } catch (error) {
    await archive.discard();
    throw error;
  }
}

/** Migrations say of themselves what was applied. */
export const isBackedUp = ({ schema, name }: Table): boolean =>
  schema === jobSchema ? name !== 'migrations' : name !== 'migration' && !transient.includes(name);

async function writeTable(
  client: pg.Client,
  archive: Archive,
  table: Table,
  onProgress: Progress,
): Promise<Manifest['tables'][number]> {
  const parts: Part[] = [];
  let chunks: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    if (size === 0) return;
    parts.push(
      await archive.add(`${table.name}.copy.gz`, await compress(Buffer.concat(chunks), { level: 3 })),
    );
    [chunks, size] = [[], 0];
  };
  const stream = client.query(copyTo(`copy ${table.sql} (${formatColumns(table.columns)}) to stdout`));
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= partBytes) await flush();
  }
  await flush();
  const rows = Number(stream.rowCount ?? 0);
  onProgress(table.name, rows);
  return {
    name: `${table.schema}.${table.name}`,
    columns: table.columns.map(({ name }) => name),
    rows,
    parts,
  };
}

async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; sql: string }>(
    `select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as sql
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and n.nspname in (current_schema(), '${jobSchema}') order by 1`,
  );
  const sequences: Manifest['sequences'] = {};
  for (const { name, sql } of rows) {
    const found = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${sql}`,
    );
    const { value = '1', called = false } = found.rows[0] ?? {};
    sequences[name] = [value, called];
  }
  return sequences;
}

export async function getJobQueueVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `select max(id)::int as id from ${jobSchema}.migrations`,
  );
  return rows[0]?.id ?? 0;
}

async function keyFingerprint(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>(
    `select value from installation where name = 'secret_key_fingerprint'`,
  );
  return rows[0]?.value;
}
