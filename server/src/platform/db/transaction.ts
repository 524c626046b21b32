import type { Kysely } from 'kysely';
import pg, { type QueryConfig, type QueryResultRow } from 'pg';
import { appRole } from './migrate.ts';
import { poolerSettings, type Client, type Pool } from './connect.ts';
import { createQueryBuilder } from './kysely.ts';
import type { Priority, RequestQueue } from './request-queue.ts';
import type { DB } from './schema.gen.ts';
import type { WorkspaceId } from './workspace-id.ts';

export interface Database {
  readonly pool: Pool;
  /** The login sees past row level security, so transactions switch to the role that does not. */
  readonly restrictRole: boolean;
  /** Where requests wait for a connection. Jobs and deliveries need none: they limit their own number. */
  readonly queue?: RequestQueue;
  /** The pool leads to a pooler that gives each transaction another session. */
  readonly isPooled?: boolean;
  /** The installation has other cells, so each transaction checks that its workspace belongs to this one. */
  readonly isCell?: boolean;
  /** Of a worker, which passes over workspaces of other cells. Requests find them, and are sent on. */
  readonly isWorker?: boolean;
}

/** Whose rows a transaction sees: those of one workspace, or, for the platform's own work, everyone's. */
export type RowScope = WorkspaceId | '*';

/** On whose behalf a transaction changes something, for the audit log. Without one it is the system. */
export interface AuditActor {
  readonly kind: string;
  readonly credential?: string | undefined;
  readonly member?: string | undefined;
  readonly address?: string | undefined;
}

const attempts = 5;
/** Longer than any statement may take, and short enough to give back what a use case without end holds. */
const transactionLimitMs = 120_000;
/** Statements that take a millisecond: when one of these is late, the connection is dead or frozen. */
const quickLimitMs = 5_000;

/**
 * Runs `work` in one transaction. A serialization failure, a deadlock (40001, 40P01), or a reference to a row that was deleted
 * since it was read (23503) means that another transaction went first and this one had no effect: so it is retried from the
 * start, a bounded number of times.
 */
export async function transact<T>(
  database: Database,
  scope: RowScope,
  work: (db: Kysely<DB>) => Promise<T>,
  actor?: AuditActor,
  attempt = 1,
): Promise<T> {
  const lease = await leaseConnection(database, 'started');
  try {
    await beginTransaction(lease.client, database, scope, '', actor);
    const result = await work(createQueryBuilder(lease.client, database));
    await commit(lease.client);
    lease.release();
    return result;
  } catch (error) {
    await rollBack(lease, error);
    if (attempt < attempts && isLostRace(error)) {
      await pause(attempt);
      return transact(database, scope, work, actor, attempt + 1);
    }
    throw error;
  }
}

/** PostgreSQL answers the commit of a failed transaction with a rollback and no error: an earlier error was swallowed. */
async function commit(client: Client): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('The transaction had failed, so nothing was committed.');
}

/** The same for work that only reads. The answer does not wait for the commit, since there is nothing to commit. */
export async function read<T>(
  database: Database,
  scope: RowScope,
  work: (db: Kysely<DB>) => Promise<T>,
): Promise<T> {
  const lease = await leaseConnection(database, 'started');
  try {
    await beginTransaction(lease.client, database, scope, ' read only');
    const result = await work(createQueryBuilder(lease.client, database));
    lease.client.query('commit').then(() => lease.release(), lease.release);
    return result;
  } catch (error) {
    await rollBack(lease, error);
    throw error;
  }
}

/**
 * One quick statement outside a transaction, in a table that knows no workspace: how a request finds out who sent it and
 * whose things it is about. It is the first use of the database by a request, so this is where new ones wait.
 */
export async function queryOne<Row extends QueryResultRow>(
  database: Database,
  { name, ...query }: QueryConfig,
): Promise<Row | undefined> {
  const lease = await leaseConnection(database, 'new');
  try {
    const named: QueryConfig = name && !database.isPooled ? { ...query, name } : query;
    const { rows } = await lease.client.query<Row>({ ...named, query_timeout: quickLimitMs } as QueryConfig);
    lease.release();
    return rows[0];
  } catch (error) {
    lease.release(error);
    throw error;
  }
}

interface Lease {
  readonly client: Client;
  /** Gives the connection back; with an error, closes it. Calling it again does nothing. */
  release(error?: unknown): void;
}

/** Takes a connection from the pool for a limited time. After that it is closed, and whatever still uses it fails. */
async function leaseConnection({ pool, queue }: Database, priority: Priority): Promise<Lease> {
  const leave = await queue?.enter(priority);
  let client: Client;
  try {
    client = await pool.connect();
  } catch (error) {
    leave?.();
    throw error;
  }
  let isReleased = false;
  const release = (error?: unknown): void => {
    if (isReleased) return;
    isReleased = true;
    clearTimeout(timer);
    client.release(error !== undefined);
    leave?.();
  };
  const timer = setTimeout(release, transactionLimitMs, new Error('The transaction took too long.'));
  return { client, release };
}

/** One round trip for all. `scope` comes from our own rows, never from a request. */
async function beginTransaction(
  client: Client,
  database: Database,
  scope: RowScope,
  mode: '' | ' read only',
  actor?: AuditActor,
): Promise<void> {
  const { restrictRole, isPooled } = database;
  const role = restrictRole ? `; set local role ${appRole}` : '';
  const audit = actor ? `; set local daybook.actor = ${pg.escapeLiteral(JSON.stringify(actor))}` : '';
  const session = isPooled ? `; ${poolerSettings}` : '';
  const check = database.isCell ? checkOwnership(scope, mode === '', database.isWorker) : '';
  const text = `begin${mode}${session}; set local daybook.workspace = '${scope}'${audit}${role}${check}`;
  await client.query({ text, query_timeout: quickLimitMs } as QueryConfig);
}

/** A cell refuses workspaces of other cells, and writes to one that is just being moved (docs/decisions/0207). */
function checkOwnership(scope: RowScope, isWriting: boolean, isWorker = false): string {
  if (scope !== '*')
    return isWriting
      ? `; select enter_workspace('${scope}')`
      : `; select require_owned_workspace('${scope}')`;
  if (isWriting) return '; select enter_all_workspaces()';
  return isWorker ? '; select hide_workspaces()' : '';
}

async function rollBack(lease: Lease, error: unknown): Promise<void> {
  // The statement still runs or its connection is frozen: a rollback would wait behind it. Or the server is no longer the
  // primary, and the next transaction needs a connection to the one that is.
  if (isReadTimeout(error) || readCode(error) === '25006') return lease.release(error);
  try {
    await lease.client.query({ text: 'rollback', query_timeout: quickLimitMs } as QueryConfig);
    lease.release();
  } catch (broken) {
    lease.release(broken);
  }
}

/** What `pg` throws at the end of `query_timeout`; it has no code. */
function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

function isLostRace(error: unknown): boolean {
  const code = readCode(error);
  return code === '40001' || code === '40P01' || code === '23503';
}

function readCode(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}

function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.random() * 10 * 2 ** attempt);
  });
}
