import { createServer, type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import { createWorkspace, type OwnerCredentials } from '../src/identity/public.ts';
import type { Config } from '../src/platform/config.ts';
import type { Runtime } from '../src/platform/context.ts';
import { openDirectoryPool, openPool, type Connection, type Pool } from '../src/platform/db/connect.ts';
import { computeCode } from '../src/platform/directory/codes.ts';
import { createLoadCounter } from '../src/platform/directory/load.ts';
import { joinDirectory } from '../src/platform/directory/reconcile.ts';
import { createApp } from '../src/platform/http/app.ts';
import { generateSecret } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import { createRouter } from '../src/router/router.ts';
import { endpoints, sites } from '../src/slices.ts';
import { cloneDatabase } from './databases.ts';
import { createDatabase, executeSql, isRowSecurityBypassed } from './postgres.ts';
import { formatDatabaseUrl } from './process/daybook.ts';
import { createTestRuntime, withDatabase } from './runtime.ts';

/** A cell without workspaces, on a database and a port of its own. */
export interface TestCell {
  readonly name: string;
  readonly runtime: Runtime;
  readonly connection: Connection;
  readonly app: FastifyInstance;
  createWorkspace(email: string): Promise<OwnerCredentials>;
}

export interface TestCells {
  readonly directory: Pool;
  readonly cells: readonly TestCell[];
  /** Another router, which knows nothing yet. */
  startRouter(): Promise<string>;
  /** Ends all connections to the directory, and refuses new ones or accepts them again. */
  cutDirectory(isCut: boolean): Promise<void>;
  close(): Promise<void>;
}

export interface TestPlace {
  readonly name: string;
  readonly region: string;
}

/** Cells in this process, with the directory in a database of its own. */
export async function openCells(
  places: readonly (string | TestPlace)[],
  config: Partial<Config> = {},
): Promise<TestCells> {
  const server = inject('postgres');
  const database = `daybook_directory_${generateSecret(12).toLowerCase()}`;
  await createDatabase(server, database);
  const directoryUrl = formatDatabaseUrl(withDatabase(server, database));
  const directory = openDirectoryPool(directoryUrl);
  const closing: (() => Promise<unknown>)[] = [
    () => executeSql(server, `drop database ${database} with (force)`),
    () => directory.end(),
  ];
  const cells: TestCell[] = [];
  for (const place of places) {
    const { name, region } = typeof place === 'string' ? { name: place, region: '' } : place;
    const { cell, close } = await openCell({ name, region }, { ...config, directoryUrl });
    cells.push(cell);
    closing.push(close);
  }
  return {
    directory,
    cells,
    async startRouter() {
      const pool = openDirectoryPool(directoryUrl);
      const [{ runtime }] = cells as [TestCell];
      const router = createRouter({
        config: { ...runtime.config, trustProxy: undefined },
        log: createLog('silent'),
        pool,
      });
      closing.push(async () => {
        await router.close();
        await pool.end();
      });
      return router.listen({ port: 0, host: '127.0.0.1' });
    },
    async cutDirectory(isCut) {
      await executeSql(server, `alter database ${database} allow_connections ${!isCut}`);
      if (!isCut) return;
      await executeSql(
        server,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
      );
    },
    async close() {
      for (const step of closing.reverse()) await step();
    },
  };
}

const emptying = `alter table audit_entry disable trigger never_emptied; truncate workspace cascade;
  alter table audit_entry enable trigger never_emptied`;

async function openCell(
  place: TestPlace,
  config: Partial<Config> & { readonly directoryUrl: string },
): Promise<{ cell: TestCell; close: () => Promise<void> }> {
  const { connection, drop } = await cloneDatabase();
  await executeSql(connection, emptying);
  const pool = openPool(connection, 10);
  const restrictRole = await isRowSecurityBypassed(connection);
  const base = createTestRuntime({ pool, restrictRole }, { config });
  const { runtime, app, close } = await makeCell(place, base, config.directoryUrl);
  const owner = { firstName: 'Ada', lastName: 'Byron', timezone: 'UTC', language: 'en' };
  const cell: TestCell = {
    name: place.name,
    runtime,
    connection,
    app,
    createWorkspace: (email) =>
      createWorkspace(runtime, { name: email, timezone: 'UTC', owner: { ...owner, email } }),
  };
  return {
    cell,
    async close() {
      await close();
      await pool.end();
      await drop();
    },
  };
}

/** What a runtime serves, as a cell that has joined the directory. */
async function makeCell(
  { name, region }: TestPlace,
  base: Runtime,
  directoryUrl: string,
  served = endpoints,
): Promise<Pick<RoutedApp, 'runtime' | 'joining' | 'app' | 'close'>> {
  const pool = openDirectoryPool(directoryUrl);
  const runtime: Runtime = {
    ...base,
    config: { ...base.config, directoryUrl, trustProxy: 'loopback' },
    database: { ...base.database, isCell: true },
    directory: { pool, cell: name, load: createLoadCounter() },
    secrets: { ...base.secrets, code: computeCode },
  };
  const app = await createApp(runtime, served, sites);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const joining = {
    ...runtime,
    config: { ...runtime.config, cell: { name, url, region, capacity: 100_000 } },
  };
  await joinDirectory(joining);
  const close = async () => {
    await app.close();
    await pool.end();
  };
  return { runtime, joining, app, close };
}

export interface RoutedApp {
  readonly runtime: Runtime;
  /** The same, with the URL of the cell. */
  readonly joining: Runtime;
  readonly directory: Pool;
  /** The cell with the workspaces of the runtime. */
  readonly app: FastifyInstance;
  readonly router: FastifyInstance;
  close(): Promise<void>;
}

/** A runtime as one of three cells, behind a router: `CELLS=3 npx vitest run FILE` sends every request of a test through it. */
export async function openBehindRouter(base: Runtime, served: typeof endpoints): Promise<RoutedApp> {
  const { signUpIsOpen } = base.config;
  const others = await openCells(['first', 'last'], { signUpIsOpen });
  const { directoryUrl = '' } = (others.cells[0] as TestCell).runtime.config;
  const { runtime, joining, app, close } = await makeCell(
    { name: 'middle', region: '' },
    base,
    directoryUrl,
    served,
  );
  await others.directory.query(`update directory.cell set state = 'closed' where name <> 'middle'`);
  const pool = openDirectoryPool(directoryUrl);
  const config = { ...runtime.config, trustProxy: base.config.trustProxy };
  const router = createRouter({ config, log: createLog('silent'), pool });
  return {
    runtime,
    joining,
    directory: pool,
    app,
    router,
    async close() {
      await router.close();
      await pool.end();
      await close();
      await others.close();
    },
  };
}

/** For what must be known before it is started. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
