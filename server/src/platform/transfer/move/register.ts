import type { Pool } from '../../db/connect.ts';
import type { WorkspaceId } from '../../db/workspace-id.ts';
import { hashName } from '../../directory/codes.ts';
import { sleep } from '../../signal.ts';
import { StartError } from '../../start-error.ts';

/** What the directory knows of a move. Every step is written there before it begins. */

/** `switch` isn't written: it takes a moment, and afterwards the directory says `open`. */
export type Step = 'copy' | 'follow' | 'drain' | 'freeze' | 'switch' | 'open' | 'done';

export interface MoveRow {
  readonly from: string;
  readonly to: string;
  readonly step: Step;
  readonly version: number;
  readonly copied: readonly string[];
  readonly base: string | null;
}

export interface Owner {
  readonly cell: string;
  readonly version: number;
  readonly state: string;
}

const retryMs = 500;
/** For as long a directory that is restarted is waited for. */
const maxAttempts = 20;

/** Asks the directory, again if it is away. Only for statements that can be repeated. */
export async function askDirectory<Row extends object>(
  pool: Pool,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await pool.query<Row>(text, [...values])).rows;
    } catch (error) {
      const { code = '' } = error as { code?: string };
      const isWrong = /^(22|23|42)/.test(code);
      if (isWrong || attempt === maxAttempts) throw error;
      await sleep(retryMs);
    }
  }
}

/** By an id, or by the email address of a user. */
export async function listWorkspaces(
  pool: Pool,
  { id, email = '' }: { readonly id?: string; readonly email?: string },
): Promise<WorkspaceId[]> {
  const rows = await askDirectory<{ id: WorkspaceId }>(
    pool,
    id === undefined
      ? `select workspace_id as id from directory.name where kind = 'email' and value = $1`
      : 'select workspace_id as id from directory.workspace_cell where workspace_id = $1',
    [id ?? hashName(email)],
  );
  return rows.map((row) => row.id);
}

export async function findOwner(pool: Pool, id: WorkspaceId): Promise<Owner> {
  const [owner] = await askDirectory<Owner>(
    pool,
    'select cell, version, state from directory.workspace_cell where workspace_id = $1',
    [id],
  );
  if (!owner) throw new StartError(`The directory doesn’t know the workspace ${id}.`);
  return owner;
}

export async function findMove(pool: Pool, id: WorkspaceId): Promise<MoveRow | undefined> {
  const [row] = await askDirectory<MoveRow>(
    pool,
    `select from_cell as "from", to_cell as "to", step, version, copied, base from directory.move
     where workspace_id = $1 and step <> 'done'`,
    [id],
  );
  return row;
}

/** The last move that was finished. */
export async function findLastMove(pool: Pool, id: WorkspaceId): Promise<{ from: string } | undefined> {
  const [row] = await askDirectory<{ from: string }>(
    pool,
    'select from_cell as "from" from directory.move where workspace_id = $1',
    [id],
  );
  return row;
}

/** The last move is replaced. */
export async function beginMove(pool: Pool, id: WorkspaceId, from: string, to: string): Promise<void> {
  await askDirectory(
    pool,
    `insert into directory.move (workspace_id, from_cell, to_cell, version)
     select workspace_id, $2, $3, version from directory.workspace_cell where workspace_id = $1
     on conflict (workspace_id) do update set from_cell = excluded.from_cell, to_cell = excluded.to_cell, step = 'copy',
       version = excluded.version, copied = '{}', base = null, started_at = now(), changed_at = now(), frozen_ms = null
     where move.step = 'done'`,
    [id, from, to],
  );
}

/**
 * Makes the switch of every earlier mover fail, also of one that is only paused. Undefined if the workspace is in another cell by
 * now.
 */
export async function fenceMovers(pool: Pool, id: WorkspaceId, cell: string): Promise<number | undefined> {
  const [row] = await askDirectory<{ version: number }>(
    pool,
    `with owner as (update directory.workspace_cell set version = version + 1, state = 'moving'
       where workspace_id = $1 and cell = $2 returning version),
     move as (update directory.move set version = owner.version from owner
       where workspace_id = $1 and step <> 'done')
     select version from owner`,
    [id, cell],
  );
  return row?.version;
}

export async function recordStep(pool: Pool, id: WorkspaceId, step: Step): Promise<void> {
  await askDirectory(
    pool,
    'update directory.move set step = $2, changed_at = now() where workspace_id = $1',
    [id, step],
  );
}

export async function recordCopy(
  pool: Pool,
  id: WorkspaceId,
  { base, copied }: Pick<MoveRow, 'base' | 'copied'>,
): Promise<void> {
  await askDirectory(
    pool,
    'update directory.move set base = $2, copied = $3, changed_at = now() where workspace_id = $1',
    [id, base, copied],
  );
}

/** Whether the directory answers at once, and nothing has changed the owner. */
export async function isUnchanged(
  pool: Pool,
  id: WorkspaceId,
  { cell, version }: Pick<Owner, 'cell' | 'version'>,
): Promise<boolean> {
  const text = 'select from directory.workspace_cell where workspace_id = $1 and cell = $2 and version = $3';
  return (await pool.query(text, [id, cell, version])).rowCount === 1;
}

/** Compare-and-set: the target becomes the owner only if nothing else has changed the owner since. */
export async function switchOwner(
  pool: Pool,
  id: WorkspaceId,
  { from, to, version }: Pick<MoveRow, 'from' | 'to' | 'version'>,
): Promise<boolean> {
  const text = `with owner as (update directory.workspace_cell set cell = $3, version = version + 1, state = 'moved'
       where workspace_id = $1 and cell = $2 and version = $4 returning workspace_id)
     update directory.move m set step = 'open', changed_at = now() from owner where m.workspace_id = owner.workspace_id`;
  try {
    return (await pool.query(text, [id, from, to, version])).rowCount === 1;
  } catch {
    // Nobody knows whether it was committed, until the directory answers.
    const owner = await findOwner(pool, id);
    if (owner.cell === to) return true;
    return (await pool.query(text, [id, from, to, version])).rowCount === 1;
  }
}

export async function endMove(pool: Pool, id: WorkspaceId, frozenMs: number | undefined): Promise<void> {
  await askDirectory(
    pool,
    `update directory.move set step = 'done', changed_at = now(), frozen_ms = $2 where workspace_id = $1`,
    [id, frozenMs === undefined ? null : Math.round(frozenMs)],
  );
}

/** The workspace stays where it is. */
export async function dropMove(pool: Pool, id: WorkspaceId, cell: string): Promise<void> {
  await askDirectory(
    pool,
    `with dropped as (delete from directory.move where workspace_id = $1)
     update directory.workspace_cell set state = 'active' where workspace_id = $1 and cell = $2`,
    [id, cell],
  );
}
