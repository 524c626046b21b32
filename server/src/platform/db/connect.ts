import pg from 'pg';
import { formatMicroseconds } from '../clock.ts';
import type { Config } from '../config.ts';
import { createPrimaryClient, parseTarget } from './hosts.ts';

/** How to reach the database: an address, or the embedded server's socket. */
export type Connection =
  | string
  | { host: string; port: number; user: string; password: string; database: string };

export type Pool = pg.Pool;
export type Client = pg.PoolClient;

const sessionSettings = {
  timezone: 'UTC',
  datestyle: 'ISO',
  // PostgreSQL's default assumes spinning disks, on which reading a whole table is cheaper than a third of it by index.
  random_page_cost: '1.1',
  // Statements take milliseconds; to compile one takes hundreds.
  jit: 'off',
};

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, formatMicroseconds);
types.setTypeParser(pg.types.builtins.INT8, Number);

export function createClient(connection: Connection, settings: pg.ClientConfig = {}): pg.Client {
  const { Client, ...known } = buildConfig(connection);
  return new (Client ?? pg.Client)({ ...known, ...settings });
}

type KnownConfig = pg.PoolConfig & { readonly Client?: typeof pg.Client };

function buildConfig(connection: Connection): KnownConfig {
  return {
    ...(typeof connection === 'string' ? buildAddress(connection) : connection),
    types,
    options: Object.entries(sessionSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    application_name: 'daybook',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  };
}

const primaryClients = new Map<string, typeof pg.Client>();

/** All pools of a URL share what they know about which of its hosts is the primary. */
function buildAddress(url: string): KnownConfig {
  const target = parseTarget(url);
  if (!target) return { connectionString: url };
  const Client = primaryClients.get(url) ?? createPrimaryClient(target.hosts);
  primaryClients.set(url, Client);
  return { connectionString: target.url, Client };
}

/**
 * One pool for each kind of work, so that none can use up the connections of another. `probe` is for `/readyz` and
 * `/metrics`, which must answer when all others are busy.
 */
export interface Pools {
  readonly requests: Pool;
  readonly worker: Pool;
  readonly webhooks: Pool;
  readonly probe: Pool;
  readonly replica?: Pool;
  readonly directory?: Pool;
}

type PoolSizes = Pick<Config, 'databasePool' | 'workerPool' | 'webhookPool'>;

export function openPools(
  connection: Connection,
  {
    poolerUrl,
    replica,
    directoryUrl,
    ...sizes
  }: PoolSizes & Pick<Config, 'poolerUrl' | 'replica'> & Partial<Pick<Config, 'directoryUrl'>>,
): Pools {
  return {
    requests: poolerUrl
      ? openPoolByPooler(poolerUrl, sizes.databasePool, 'daybook requests')
      : openPool(connection, sizes.databasePool, 'daybook requests'),
    worker: openPool(connection, sizes.workerPool, 'daybook worker'),
    webhooks: openPool(connection, sizes.webhookPool, 'daybook webhooks'),
    probe: createPool(connection, probeSettings),
    ...(replica && { replica: openPool(replica.url, replicaConnections, 'daybook replica') }),
    ...(directoryUrl && { directory: openDirectoryPool(directoryUrl) }),
  };
}

/** How many connections a process may open in all. */
export function countMaxConnections({ databasePool, workerPool, webhookPool }: PoolSizes): number {
  return databasePool + workerPool + webhookPool + probeConnections;
}

/** A few: what is read there takes long, and nobody waits for it with a booking. */
const replicaConnections = 5;

/** One for `/readyz`, and two for the queries of `/metrics`. */
const probeConnections = 3;

/** `/readyz` answers within 3 s, whatever the database does. */
const probeSettings: pg.PoolConfig = {
  application_name: 'daybook probe',
  max: probeConnections,
  // Kept open, since a new connection takes longest on a machine that is busy.
  idleTimeoutMillis: 0,
  connectionTimeoutMillis: 1_400,
  statement_timeout: 1_400,
  query_timeout: 1_400,
  options: '-c work_mem=64kB',
};

const statementLimitMs = 30_000;

/** PostgreSQL ends a statement that takes too long, and a transaction that its owner forgot. */
const limits = { statement_timeout: statementLimitMs, idle_in_transaction_session_timeout: 60_000 };

export function openPool(connection: Connection, size: number, name = 'daybook'): Pool {
  return openAnyPool({ ...buildConfig(connection), ...limits }, size, name);
}

/**
 * Through a pooler that gives each transaction another session (PgBouncer with `pool_mode = transaction`). A session can't be
 * set up once, so each transaction begins with `poolerSettings`; and statements have no names.
 */
function openPoolByPooler(url: string, size: number, name: string): Pool {
  const { options: _options, ...known } = buildConfig(url);
  return openAnyPool(known, size, name);
}

/** What a session of our own has been set to when it was opened. */
export const poolerSettings = Object.entries({ ...sessionSettings, ...limits })
  .map(([name, value]) => `set local ${name} = '${value}'`)
  .join('; ');

function openAnyPool(config: pg.PoolConfig, size: number, name: string): Pool {
  const pool = new pg.Pool({
    ...config,
    application_name: name,
    max: size,
    idleTimeoutMillis: 60_000,
    // A server that is frozen or unreachable ends nothing, so the client has a limit of its own.
    query_timeout: statementLimitMs + 2_000,
  });
  return ignoreLostConnections(pool);
}

/** Requests wait for the directory in a transaction, so one that hangs is given up soon. */
export function openDirectoryPool(url: string): Pool {
  const limitMs = 2_000;
  return createPool(url, {
    application_name: 'daybook directory',
    max: 4,
    connectionTimeoutMillis: 1_000,
    statement_timeout: limitMs,
    query_timeout: limitMs,
  });
}

export function createPool(connection: Connection, settings: pg.PoolConfig): Pool {
  return ignoreLostConnections(new pg.Pool({ ...buildConfig(connection), ...settings }));
}

/** A connection that breaks leaves the pool, and the query under way fails: the event itself calls for nothing more. */
export function ignoreLostConnections(pool: Pool): Pool {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const closeLimitMs = 5_000;

/** Closes pools. A connection that does not close in time, since its server is frozen, is left to the end of the process. */
export async function closePools(pools: Iterable<Pool>): Promise<void> {
  const closed = Promise.all([...new Set(pools)].map((pool) => pool.end()));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, closeLimitMs);
  });
  await Promise.race([closed, late]);
  clearTimeout(timer);
}
