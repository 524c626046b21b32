import type pg from 'pg';
import { createClient, type Connection, type Pool } from '../../db/connect.ts';
import type { WorkspaceId } from '../../db/workspace-id.ts';
import { sleep } from '../../signal.ts';
import { StartError } from '../../start-error.ts';
import type { Progress } from '../tables.ts';

/** One side of a move: a cell, and a connection to its database on which no trigger fires. */
export interface Side {
  readonly cell: string;
  readonly client: pg.ClientBase;
}

export interface Move {
  readonly workspaceId: WorkspaceId;
  readonly source: Side;
  readonly target: Side;
  /** The directory. */
  readonly directory: Pool;
  readonly onProgress: Progress;
}

/** A mover that was paused is cut off after this, so that it freezes nothing. */
const maxIdle = '10s';
/** Before the freeze, one side may be idle for long while rows are written on the other. */
const maxIdleBefore = '1h';

const limitIdleness = (time: string): string =>
  `set idle_session_timeout = '${time}'; set idle_in_transaction_session_timeout = '${time}'`;

/** Opens a session that sees one workspace, and in which rows are written as they are: no trigger fires. */
export async function openSide(
  cell: string,
  connection: Connection,
  workspaceId: WorkspaceId,
): Promise<Side & { readonly client: pg.Client }> {
  const client = createClient(connection, { application_name: 'daybook mover' });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const { message } = error as Error;
    throw new StartError(`The database of the cell ${cell} can’t be reached: ${message}.`, { cause: error });
  }
  try {
    await requireCell(client, cell);
    await client.query(
      `${asMover(workspaceId).join('; ')}; set lock_timeout = '2s'; ${limitIdleness(maxIdleBefore)}`,
    );
    return { cell, client };
  } catch (error) {
    await client.end();
    if ((error as { code?: string }).code === '42501') throw lacksPermission(cell);
    throw error;
  }
}

/** Sees one workspace, and fires no triggers. */
export const asMover = (workspaceId: WorkspaceId): readonly string[] => [
  `set daybook.workspace = '${workspaceId}'`,
  'set session_replication_role = replica',
];

/** So that a URL that leads to another cell's database does no harm. */
export async function requireCell(client: pg.Client, cell: string): Promise<void> {
  const { rows } = await client.query<{ value: string }>(
    `select value from installation where name = 'cell'`,
  );
  const found = rows[0]?.value;
  if (found === cell) return;
  throw new StartError(
    found === undefined
      ? `The database for ${cell} in CELL_DATABASES isn’t that of a cell; start its server once.`
      : `The database for ${cell} in CELL_DATABASES is that of the cell ${found}.`,
  );
}

const lacksPermission = (cell: string): StartError =>
  new StartError(
    `The login of the cell ${cell} can’t turn triggers off. Run as a superuser in its database: grant set on parameter session_replication_role to the login.`,
  );

/** Only one mover at a time, and none while the rows of a former move are deleted. The lock ends with its session. */
export async function lockMover({ client }: Side, workspaceId: WorkspaceId): Promise<boolean> {
  const { rows } = await client.query<{ isLocked: boolean }>(
    'select pg_try_advisory_lock(mover_lock($1)) as "isLocked"',
    [workspaceId],
  );
  return rows[0]?.isLocked ?? false;
}

/** Runs `work` in a transaction, which is undone if it fails. */
export async function transactOn<T>(
  { client }: Side,
  mode: 'read write' | 'isolation level repeatable read, read only',
  work: () => Promise<T>,
): Promise<T> {
  await client.query(`begin ${mode}`);
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** While `work` runs, PostgreSQL ends statements that take too long, and sessions that the mover doesn't use. */
export async function withLimits<T>(
  { source, target }: Move,
  maxMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const limit = (text: string) => Promise.all([source, target].map(({ client }) => client.query(text)));
  await limit(`${limitIdleness(maxIdle)}; set statement_timeout = ${maxMs}`);
  try {
    return await work();
  } finally {
    await limit(`${limitIdleness(maxIdleBefore)}; set statement_timeout = 0`).catch(() => {});
  }
}

const maxAttempts = 5;

/** Waits for work across workspaces that began before, and doesn't know yet that a workspace is to be passed over. */
export async function waitForPlatform({ client }: Side): Promise<void> {
  const text = 'select pg_advisory_lock(platform_lock()); select pg_advisory_unlock(platform_lock())';
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(text);
      return;
    } catch (error) {
      if (!isLockTimeout(error) || attempt === maxAttempts) throw error;
      await sleep(500);
    }
  }
}

const isLockTimeout = (error: unknown): boolean => (error as { code?: string }).code === '55P03';

/** A lock or a statement took longer than it may. */
export const isLate = (error: unknown): boolean =>
  isLockTimeout(error) || (error as { code?: string }).code === '57014';
