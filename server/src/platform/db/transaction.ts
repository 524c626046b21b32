import type { Kysely } from 'kysely';
import { appRole } from './migrate.ts';
import type { Client, Pool } from './connect.ts';
import { queriesOn } from './kysely.ts';
import type { DB } from './schema.gen.ts';
import type { WorkspaceId } from './workspace-id.ts';

export interface Database {
  readonly pool: Pool;
  /** The login sees past row level security, so transactions switch to the role that does not. */
  readonly restrictRole: boolean;
}

/** Whose rows a transaction sees: those of one workspace, or, for the platform's own work, everyone's. */
export type Visible = WorkspaceId | '*';

const attempts = 5;

/**
 * Runs `work` in one transaction. A serialization failure or a deadlock (40001, 40P01) means that somebody else's
 * transaction went first and nothing of ours happened: so it is tried again from the start, a bounded number of times.
 */
export async function transact<T>(
  database: Database,
  visible: Visible,
  work: (db: Kysely<DB>) => Promise<T>,
  attempt = 1,
): Promise<T> {
  const client = await database.pool.connect();
  try {
    await client.query(begin(database, visible, ''));
    const result = await work(queriesOn(client));
    await commit(client);
    client.release();
    return result;
  } catch (error) {
    await abandon(client);
    if (attempt < attempts && isLostRace(error)) {
      await pause(attempt);
      return transact(database, visible, work, attempt + 1);
    }
    throw error;
  }
}

/** PostgreSQL answers the commit of a failed transaction with a rollback and no error: somebody swallowed the first one. */
async function commit(client: Client): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('The transaction had failed, so nothing was committed.');
}

/** The same for work that only reads. The answer does not wait for the commit, since there is nothing to commit. */
export async function read<T>(
  database: Database,
  visible: Visible,
  work: (db: Kysely<DB>) => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect();
  try {
    await client.query(begin(database, visible, ' read only'));
    const result = await work(queriesOn(client));
    client.query('commit').then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
    return result;
  } catch (error) {
    await abandon(client);
    throw error;
  }
}

/** One round trip for all three. `visible` comes from our own rows, never from a request. */
function begin({ restrictRole }: Database, visible: Visible, mode: string): string {
  const role = restrictRole ? `; set local role ${appRole}` : '';
  return `begin${mode}; set local daybook.workspace = '${visible}'${role}`;
}

async function abandon(client: Client): Promise<void> {
  try {
    await client.query('rollback');
    client.release();
  } catch (error) {
    // The connection itself is gone: take it out of the pool.
    client.release(error as Error);
  }
}

function isLostRace(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '40001' || code === '40P01';
}

function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.random() * 10 * 2 ** attempt);
  });
}
