import type pg from 'pg';
import type { Connection } from '../db/connect.ts';
import { adoptKey, createSecrets, type SecretKeys } from '../secrets.ts';
import { runInTransaction, listTables, type Progress, type Table } from './tables.ts';

const rowsPerBatch = 500;
const maxAttempts = 5;

/** A deadlock, or a lock that took too long: others write while this runs. */
const passingFailures = ['40P01', '55P03'];

/**
 * Seals every stored secret with the current key, while servers run on both keys. A row counts only if it still holds what was read,
 * so nothing that a server writes meanwhile is lost. May be killed and started again: what is done is found done.
 */
export async function rotateKey(
  connection: Connection,
  keys: SecretKeys,
  onProgress: Progress,
): Promise<Counts> {
  const tables = await runInTransaction(connection, 'isolation level repeatable read, read only', listTables);
  const sealedTables = tables.filter((table) => sealedColumns(table).length > 0);
  const counts: Counts = { resealed: 0, unreadable: 0 };
  for (const table of sealedTables) await resealTable({ connection, keys, counts, onProgress }, table);
  await runInTransaction(connection, 'read write', (client) => adoptKey(client, keys));
  return counts;
}

interface Counts {
  resealed: number;
  /** Sealed with a key that is not known here. */
  unreadable: number;
}

interface Rotation {
  readonly connection: Connection;
  readonly keys: SecretKeys;
  readonly counts: Counts;
  readonly onProgress: Progress;
}

const sealedColumns = ({ columns }: Table): string[] =>
  columns.flatMap(({ name, type }) => (name.endsWith('_sealed') && type === 'bytea' ? [name] : []));

type Row = Record<string, unknown>;

async function resealTable(rotation: Rotation, table: Table): Promise<void> {
  let seen = 0;
  let last: Row | undefined;
  do {
    const after = last;
    const rows = await retryPassing(() => resealBatch(rotation, table, after));
    seen += rows.length;
    last = rows.length < rowsPerBatch ? undefined : rows.at(-1);
    rotation.onProgress(table.name, seen);
  } while (last);
}

async function retryPassing<T>(work: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isPassing = passingFailures.includes((error as { code?: string }).code ?? '');
    if (!isPassing || attempt === maxAttempts) throw error;
    return retryPassing(work, attempt + 1);
  }
}

function resealBatch({ connection, keys, counts }: Rotation, table: Table, after?: Row): Promise<Row[]> {
  const columns = sealedColumns(table);
  const key = table.key.join(', ');
  const typed = table.key.map((name, index) => `$${index + 1}::${typeOf(table, name)}`).join(', ');
  return runInTransaction(connection, 'read write', async (client) => {
    await client.query(`set local daybook.workspace = '*'; set local lock_timeout = '2s'`);
    await skipTriggers(client);
    const { rows } = await client.query<Row>(
      `select ${table.key.map((name) => `${name}::text`).join(', ')}, ${columns.join(', ')} from ${table.sql}
       ${after ? `where (${key}) > (${typed})` : ''} order by ${key} limit ${rowsPerBatch}`,
      after && table.key.map((name) => after[name]),
    );
    for (const column of columns) {
      const seals = rows.flatMap((row) => (row[column] ? [{ row, sealed: row[column] as Buffer }] : []));
      const opened = seals.map((seal) => ({ ...seal, ...openSeal(keys, seal.sealed) }));
      counts.unreadable += opened.filter(({ text }) => text === undefined).length;
      const former = opened.flatMap(({ row, sealed, text, isCurrent }) =>
        text === undefined || isCurrent ? [] : [{ row, sealed, text }],
      );
      const renew = createSecrets(keys.current).seal;
      counts.resealed += await replaceSeals(client, table, column, former, renew);
    }
    return rows;
  });
}

/** The audit log and updated_at tell of people's changes, and this is none. Only a superuser may. */
async function skipTriggers(client: pg.Client): Promise<void> {
  await client.query('savepoint triggers');
  await client
    .query('set local session_replication_role = replica')
    .catch(() => client.query('rollback to savepoint triggers'));
}

interface Seal {
  readonly row: Row;
  readonly sealed: Buffer;
  readonly text: string;
}

async function replaceSeals(
  client: pg.Client,
  table: Table,
  column: string,
  seals: readonly Seal[],
  renew: (text: string) => Buffer,
): Promise<number> {
  if (seals.length === 0) return 0;
  const types = [...table.key.map((name) => typeOf(table, name)), 'bytea', 'bytea'];
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ');
  const names = table.key.map((_, index) => `k${index}`);
  const isRow = table.key.map((name, index) => `t.${name} = given.k${index}`).join(' and ');
  const { rowCount } = await client.query(
    `update ${table.sql} t set ${column} = given.renewed
     from unnest(${arrays}) as given (${names.join(', ')}, sealed, renewed)
     where ${isRow} and t.${column} = given.sealed`,
    [
      ...table.key.map((name) => seals.map(({ row }) => row[name])),
      seals.map(({ sealed }) => sealed),
      seals.map(({ text }) => renew(text)),
    ],
  );
  return rowCount ?? 0;
}

const typeOf = ({ columns }: Table, name: string): string =>
  columns.find((column) => column.name === name)?.type ?? 'text';

function openSeal({ current, fallbacks }: SecretKeys, sealed: Buffer): { text?: string; isCurrent: boolean } {
  for (const key of [current, ...fallbacks]) {
    try {
      return { text: createSecrets(key).unseal(sealed), isCurrent: key === current };
    } catch {
      // Another key has sealed it.
    }
  }
  return { isCurrent: false };
}
