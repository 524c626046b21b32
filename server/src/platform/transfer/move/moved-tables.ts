import pg from 'pg';
import type { WorkspaceId } from '../../db/workspace-id.ts';
import { StartError } from '../../start-error.ts';
import { transient } from '../left-out.ts';
import { formatColumns, jobSchema, listTables, type Table } from '../tables.ts';
import type { Side } from './sessions.ts';

/** Where a workspace is, which each cell says for itself. */
const local: readonly string[] = [...transient, 'workspace_move'];
const localColumns: Readonly<Record<string, readonly string[]>> = { workspace: ['moved_to'] };

/**
 * All tables of workspaces. Numbers of transactions mean nothing to another database, so what was changed within the last minutes
 * stays. The workspace comes first: with it, everything else is known to belong to another cell.
 */
export async function listMovedTables({ client }: Side): Promise<Table[]> {
  const tables = (await listTables(client))
    .filter(
      ({ schema, name, columns }) => schema !== jobSchema && !local.includes(name) && hasWorkspace(columns),
    )
    .map((table) => ({
      ...table,
      columns: table.columns.filter(({ name }) => !localColumns[table.name]?.includes(name)),
    }));
  return tables.sort((a, b) => Number(b.name === 'workspace') - Number(a.name === 'workspace'));
}

const hasWorkspace = (columns: Table['columns']): boolean =>
  columns.some(({ name }) => name === 'workspace_id');

/** Rows are copied as they are, so both sides must have the same columns. */
export function requireSameTables(source: readonly Table[], target: readonly Table[]): void {
  const describe = (tables: readonly Table[]) =>
    new Map(
      tables.map(({ name, columns }) => [
        name,
        columns
          .map((c) => `${c.name} ${c.type}`)
          .sort()
          .join(),
      ]),
    );
  const [ours, theirs] = [describe(source), describe(target)];
  const different = [...new Set([...ours.keys(), ...theirs.keys()])].find(
    (name) => ours.get(name) !== theirs.get(name),
  );
  if (different === undefined) return;
  throw new StartError(
    `The cells have different versions of Daybook: the table ${different} differs. Update both, then move the workspace.`,
  );
}

export const ofWorkspace = (id: WorkspaceId): string => `t.workspace_id = ${pg.escapeLiteral(id)}`;

/**
 * Rows that a transaction has written which isn't older than `base`, a number of 64 bits. The age of both is compared, since rows
 * only have 32 of them.
 */
export const changedSince = (base: string): string =>
  `age(t.xmin) <= age(${pg.escapeLiteral(base)}::xid8::xid)`;

export interface Extent {
  readonly rows: number;
  readonly changed: number;
}

/** How many rows each table has, in one statement. */
export async function countRows(
  { client }: Side,
  tables: readonly Table[],
  id: WorkspaceId,
  base: string | null,
): Promise<ReadonlyMap<string, Extent>> {
  const changed = base === null ? 'true' : changedSince(base);
  const text = tables.map(
    ({
      name,
      sql,
    }) => `select '${name}' as name, count(*) as rows, count(*) filter (where ${changed}) as changed
      from ${sql} t where ${ofWorkspace(id)}`,
  );
  const { rows } = await client.query<Extent & { name: string }>(text.join(' union all '));
  return new Map(rows.map(({ name, ...extent }) => [name, extent]));
}

/** The sum of the hashes of all rows, or of some: equal for equal rows in any order. */
export async function hashRows(
  { client }: Side,
  tables: readonly Table[],
  id: WorkspaceId,
  condition = 'true',
): Promise<ReadonlyMap<string, string>> {
  if (tables.length === 0) return new Map();
  const text = tables.map(
    ({ name, sql, columns }) => `select '${name}' as name,
      count(*) || ' ' || coalesce(sum(hashtextextended(row(${columns.map(formatHashed).join(', ')})::text, 0)::numeric), 0) as hash
      from ${sql} t where ${ofWorkspace(id)} and ${condition}`,
  );
  const { rows } = await client.query<{ name: string; hash: string }>(text.join(' union all '));
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

const formatHashed = (column: Table['columns'][number]): string =>
  column.type === 'bytea' ? `md5(${formatColumns([column])})` : formatColumns([column]);
