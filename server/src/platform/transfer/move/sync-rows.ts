import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { StartError } from '../../start-error.ts';
import { formatColumns, type Table } from '../tables.ts';
import { changedSince, countRows, hashRows, ofWorkspace, type Extent } from './moved-tables.ts';
import { transactOn, waitForPlatform, type Move } from './sessions.ts';

/** Says that the rows of both cells differ, and in which tables. */
export class DifferentRows extends StartError {
  readonly tables: readonly string[];

  constructor(tables: readonly string[]) {
    super(`The copy differs from the original: ${tables.join(', ')}. The workspace stays where it is.`);
    this.tables = tables;
  }
}

/** Copies a table whole, in place of what was there. */
export async function copyTable(move: Move, table: Table): Promise<void> {
  const { workspaceId, target, onProgress } = move;
  await transactOn(target, 'read write', async () => {
    await target.client.query(`delete from ${table.sql} t where ${ofWorkspace(workspaceId)}`);
    await loadRows(move, table, 'moved_rows', ofWorkspace(workspaceId));
    const { rowCount } = await insertRows(move, table, 'moved_rows');
    if (table.name === 'workspace') await markArriving(move);
    onProgress(table.name, rowCount ?? 0);
  });
  if (table.name === 'workspace') await waitForPlatform(target);
}

async function markArriving({ workspaceId, source, target }: Move): Promise<void> {
  await target.client.query(
    `insert into workspace_move (workspace_id, cell, state) values ($1, $2, 'arriving')
     on conflict (workspace_id) do update set cell = excluded.cell, state = excluded.state, changed_at = now()`,
    [workspaceId, source.cell],
  );
}

export interface Pass {
  /** The oldest transaction whose changes the next pass has to copy. */
  readonly base: string;
  readonly changed: number;
  /** How long it took to compare all rows. */
  readonly verifiedMs: number;
}

/**
 * Makes the rows of the target those that the source has at one moment: copies what was written since `base`, and deletes what
 * is gone. Compares the rows that it wrote, or all.
 */
export async function syncRows(
  move: Move,
  tables: readonly Table[],
  base: string,
  compared: 'written' | 'all',
): Promise<Pass> {
  const { source, target, workspaceId } = move;
  return transactOn(source, 'isolation level repeatable read, read only', async () => {
    const next = await readBase(move);
    return transactOn(target, 'read write', async () => {
      const [ours, theirs] = await Promise.all([
        countRows(source, tables, workspaceId, base),
        countRows(target, tables, workspaceId, null),
      ]);
      const isTouched = ({ name }: Table) =>
        (ours.get(name)?.changed ?? 0) > 0 || ours.get(name)?.rows !== theirs.get(name)?.rows;
      const touched = tables.filter(isTouched);
      for (const table of touched)
        await syncTable(move, table, base, ours.get(table.name), theirs.get(table.name));
      await compare(move, touched, changedSince(base), 't.xmin = pg_current_xact_id()::xid');
      const startedMs = performance.now();
      if (compared === 'all') await compare(move, tables, 'true', 'true');
      const changed = touched.reduce((sum, { name }) => sum + (ours.get(name)?.changed ?? 0), 0);
      return { base: next, changed, verifiedMs: performance.now() - startedMs };
    });
  });
}

/** The oldest transaction that may still write, by the snapshot of the source. */
export async function readBase({ source }: Move): Promise<string> {
  const { rows } = await source.client.query<{ base: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as base',
  );
  return rows[0]?.base ?? '';
}

async function syncTable(
  move: Move,
  table: Table,
  base: string,
  ours: Extent | undefined,
  theirs: Extent | undefined,
): Promise<void> {
  const { target, workspaceId } = move;
  const name = 'moved_rows';
  await loadRows(move, table, name, `${ofWorkspace(workspaceId)} and ${changedSince(base)}`);
  const { rows } = await target.client.query<{ count: number }>(
    `select count(*) as count from ${name} n where not exists (select from ${table.sql} t where ${matchKey(table)})`,
  );
  const expected = (theirs?.rows ?? 0) + (rows[0]?.count ?? 0);
  // Before new rows, which may take the place of deleted ones.
  if (expected !== ours?.rows) await deleteGone(move, table);
  await target.client.query(`delete from ${table.sql} t using ${name} n where ${matchKey(table)}`);
  await insertRows(move, table, name);
}

/** Rows of the target whose keys the source doesn't have. */
async function deleteGone(move: Move, table: Table): Promise<void> {
  const { target, workspaceId } = move;
  const keys = { ...table, columns: table.columns.filter(({ name }) => table.key.includes(name)) };
  await loadRows(move, keys, 'moved_keys', ofWorkspace(workspaceId));
  await target.client.query('analyze moved_keys');
  await target.client.query(
    `delete from ${table.sql} t where ${ofWorkspace(workspaceId)}
       and not exists (select from moved_keys n where ${matchKey(table)});
     drop table moved_keys`,
  );
}

const matchKey = ({ key }: Table): string =>
  key.map((name) => `t.${pg.escapeIdentifier(name)} = n.${pg.escapeIdentifier(name)}`).join(' and ');

/** Copies rows of the source into a temporary table of the target: row level security lets nobody copy into others. */
async function loadRows({ source, target }: Move, table: Table, name: string, where: string): Promise<void> {
  const columns = formatColumns(table.columns);
  await target.client.query(
    `create temp table ${name} on commit drop as select ${columns} from ${table.sql} with no data`,
  );
  await pipeline(
    source.client.query(copyTo(`copy (select ${columns} from ${table.sql} t where ${where}) to stdout`)),
    target.client.query(copyFrom(`copy ${name} (${columns}) from stdin`)),
  );
}

async function insertRows({ target, source }: Move, table: Table, name: string): Promise<pg.QueryResult> {
  const columns = formatColumns(table.columns);
  // Never without the mark, not even within the transaction.
  const [mark, value] =
    table.name === 'workspace' ? [', moved_to', `, ${pg.escapeLiteral(source.cell)}`] : ['', ''];
  try {
    const inserted = await target.client.query(
      `insert into ${table.sql} (${columns}${mark}) overriding system value select ${columns}${value} from ${name}`,
    );
    await target.client.query(`drop table ${name}`);
    return inserted;
  } catch (error) {
    const { code, detail } = error as { code?: string; detail?: string };
    if (code !== '23505') throw error;
    throw new StartError(`The cell ${target.cell} already has it: ${detail} (${table.name}).`, {
      cause: error,
    });
  }
}

async function compare(
  { source, target, workspaceId }: Move,
  tables: readonly Table[],
  ofSource: string,
  ofTarget: string,
): Promise<void> {
  const [ours, theirs] = await Promise.all([
    hashRows(source, tables, workspaceId, ofSource),
    hashRows(target, tables, workspaceId, ofTarget),
  ]);
  const different = [...ours.keys()].filter((name) => ours.get(name) !== theirs.get(name));
  if (different.length > 0) throw new DifferentRows(different);
}
