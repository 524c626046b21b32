import pg from 'pg';
import { microseconds } from '../clock.ts';

/** How to reach the database: an address, or the embedded server's socket. */
export type Connection =
  | string
  | { host: string; port: number; user: string; password: string; database: string };

export type Pool = pg.Pool;
export type Client = pg.PoolClient;

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, microseconds);
types.setTypeParser(pg.types.builtins.INT8, Number);

export function settings(connection: Connection): pg.ClientConfig {
  return {
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    types,
    // PostgreSQL plans for disks that turn, on which it is cheaper to read a whole table than a third of it by an index.
    options: '-c timezone=UTC -c datestyle=ISO -c random_page_cost=1.1',
    application_name: 'daybook',
    connectionTimeoutMillis: 5_000,
  };
}

export function openPool(connection: Connection, size: number): Pool {
  const pool = new pg.Pool({
    ...settings(connection),
    max: size,
    idleTimeoutMillis: 60_000,
    // Nothing that a request waits for may hang: a stuck statement or an abandoned transaction ends by itself.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  return tolerant(pool);
}

/** A connection that breaks leaves the pool by itself and whoever used it is told; nothing else is to be done. */
export function tolerant(pool: Pool): Pool {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
