import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { serveHttps } from './certificates/public.ts';
import type { OwnerCredentials } from './identity/public.ts';
import type { Config } from './platform/config.ts';
import { selectPool, type Runtime } from './platform/context.ts';
import { closePools, type Connection } from './platform/db/connect.ts';
import { migrate } from './platform/db/migrate.ts';
import { migrateCell } from './platform/db/migrate-cell.ts';
import { startLoadReports } from './platform/directory/load.ts';
import { directoryJobs, joinDirectory } from './platform/directory/reconcile.ts';
import { startEmbedded } from './platform/embedded/embedded.ts';
import { acceptFaster, backlog } from './platform/http/accept.ts';
import { assertAllRoutesServed, createApp } from './platform/http/app.ts';
import { Problem } from './platform/problems.ts';
import { StartError } from './platform/start-error.ts';
import { startRouter } from './router/start-router.ts';
import { startWorker } from './platform/worker.ts';
import { openRuntime } from './runtime.ts';
import { seedOnce } from './seed.ts';
import { endpoints, jobs, services, sites } from './slices.ts';

export interface RunningServer {
  readonly config: Config;
  readonly runtime: Runtime;
  /** Set at the first start only. */
  readonly keys: OwnerCredentials | undefined;
  /** Resolves with a sentence when the embedded PostgreSQL ends by itself. */
  readonly died: Promise<string>;
  /** Waits for requests and jobs in progress, then closes the database. */
  stop(): Promise<void>;
}

/** Steps that stop what was started, to be run in reverse order. */
type Cleanup = (() => Promise<unknown>)[];

/** What `main` needs of a running program. */
export type RunningProgram = Pick<RunningServer, 'config' | 'keys' | 'died' | 'stop'>;

export async function startProgram(wanted: Config): Promise<RunningProgram> {
  if (wanted.role !== 'router') return startServer(wanted);
  const config = await resolvePort(wanted);
  return { config, keys: undefined, died: new Promise(() => {}), stop: await startRouter(config) };
}

/** Starts everything in order. When a step fails, what was started before it is stopped again. */
export async function startServer(wanted: Config): Promise<RunningServer> {
  const config = await resolvePort(wanted);
  const cleanup: Cleanup = [];
  const stop = async () => {
    for (const step of cleanup.splice(0).reverse()) await step();
  };
  try {
    const { connection, died } = await openDatabase(config, cleanup);
    // When PostgreSQL ends meanwhile, that is the reason to report, and not the error of the step in progress.
    const ended = died.then((sentence) => Promise.reject(new StartError(sentence)));
    return { config, died, stop, ...(await Promise.race([startParts(config, connection, cleanup), ended])) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  config: Config,
  connection: Connection,
  cleanup: Cleanup,
): Promise<Pick<RunningServer, 'runtime' | 'keys'>> {
  const { restrictRole } = await (config.cell ? migrateCell(connection) : migrate(connection));
  const runtime = await openRuntime(config, connection, restrictRole);
  cleanup.push(() => closePools(Object.values(runtime.pools)));
  cleanup.push(() => runtime.outbound.close());
  await joinDirectory(runtime).catch((error: unknown) => {
    if (error instanceof StartError) throw error;
    runtime.log.warn({ err: error }, 'directory not reached');
  });
  if (runtime.directory) cleanup.push(startLoadReports(runtime.directory, runtime.log));
  const keys = await seedOnce(runtime).catch((error: unknown) => {
    throw error instanceof Problem ? new StartError(error.message) : error;
  });
  const app = await listen(runtime);
  const accepting = acceptFaster(app.server);
  // Stopped together: while a long job finishes, new requests are refused already.
  const together: Cleanup = [() => closeApp(app, accepting)];
  if (config.role !== 'worker') together.push(await serveHttps(runtime, app.server));
  cleanup.push(() => Promise.all(together.map((step) => step())));
  if (config.role !== 'web') await startBackground(runtime, together);
  return { runtime, keys };
}

async function startBackground(runtime: Runtime, cleanup: Cleanup): Promise<void> {
  const worker = await startWorker(
    selectPool(runtime, 'worker'),
    runtime.directory ? [...jobs, ...directoryJobs] : jobs,
  );
  cleanup.push(() => worker.stop());
  for (const service of services) {
    const running = service.start(selectPool(runtime, service.pool));
    cleanup.push(() => running.stop());
  }
}

/** Checks before anything else is started that the port is free; port 0 becomes a free one. */
async function resolvePort(config: Config): Promise<Config> {
  const probe = createServer();
  const port = await new Promise<number>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(explainListenError(config, error))),
    );
    probe.listen(config.port, config.host, () => {
      const address = probe.address();
      resolve(typeof address === 'object' && address ? address.port : config.port);
    });
  });
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  const publicUrl = config.publicUrl.replace(/^(http:\/\/localhost):0$/, `$1:${port}`);
  return { ...config, port, publicUrl };
}

function explainListenError({ host, port }: Config, error: NodeJS.ErrnoException): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is already in use on ${host}; stop the program that uses it or set another PORT.`;
  if (error.code === 'EACCES') return `This user can’t listen on port ${port}; set a PORT above 1023.`;
  return `Can’t listen on ${host}:${port} (${error.code}); check HOST and PORT.`;
}

async function openDatabase(
  config: Config,
  cleanup: Cleanup,
): Promise<{ connection: Connection; died: Promise<string> }> {
  if (config.databaseUrl) return { connection: config.databaseUrl, died: new Promise(() => {}) };
  const postgres = await startEmbedded({ dataDir: config.dataDir });
  cleanup.push(() => postgres.stop());
  return { connection: postgres.connection, died: postgres.died };
}

async function listen(runtime: Runtime): Promise<FastifyInstance> {
  assertAllRoutesServed(endpoints);
  // A worker serves only health, readiness and metrics.
  const isWorker = runtime.config.role === 'worker';
  const app = await createApp(runtime, isWorker ? [] : endpoints, isWorker ? [] : sites);
  const { host, port } = runtime.config;
  try {
    await app.listen({ host, port, backlog });
  } catch (error) {
    throw new StartError(explainListenError(runtime.config, error as NodeJS.ErrnoException));
  }
  return app;
}

/** A connection that is kept alive after its request would delay the stop by a minute, so idle ones are closed meanwhile. */
async function closeApp(app: FastifyInstance, accepting: Promise<() => Promise<void>>): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 20);
  try {
    const stopAccepting = await accepting;
    await Promise.all([app.close(), stopAccepting()]);
  } finally {
    clearInterval(sweep);
  }
}
