import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { formatDatabaseUrl } from '../../server/test/process/daybook.ts';
import { buildIfStale, programs } from '../../tools/build.mjs';
import { startEmbedded, type EmbeddedPostgres } from '../../server/src/platform/embedded/embedded.ts';

/** A database of the bench's own with built servers on it, as a user would run them. */

export const token = 'bench-token-bench-token-bench-token-bench-token';

export type Connection = EmbeddedPostgres['connection'];

export interface Bench {
  readonly postgres: EmbeddedPostgres;
  /** Also stops the servers that were started on it. */
  close(): Promise<void>;
  readonly servers: ChildProcess[];
}

export async function openBench(settings: Record<string, string> = {}): Promise<Bench> {
  const dataDir = await mkdtemp(join(tmpdir(), 'daybook-bench-'));
  const postgres = await startEmbedded({ dataDir, settings: { max_connections: '200', ...settings } });
  const servers: ChildProcess[] = [];
  return {
    postgres,
    servers,
    async close() {
      await Promise.all(servers.map(stop));
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** An empty database beside the first one. */
export async function addDatabase(bench: Bench, database: string): Promise<Connection> {
  const client = new pg.Client(bench.postgres.connection);
  await client.connect();
  await client.query(`create database ${database}`);
  await client.end();
  return { ...bench.postgres.connection, database };
}

export interface Server {
  readonly port: number;
  stop(): Promise<void>;
}

export async function startServer(bench: Bench, env: Record<string, string> = {}): Promise<Server> {
  await buildIfStale();
  const port = await freePort();
  const child = spawn(process.execPath, [programs.main], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: formatDatabaseUrl(bench.postgres.connection),
      PORT: String(port),
      SEED: 'empty',
      BOOTSTRAP_TOKEN: token,
      RATE_LIMIT: '100000000,100000000',
      ROLE: 'web',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  bench.servers.push(child);
  await ready(child);
  return { port, stop: () => stop(child) };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => chunk.includes('ready') && resolve());
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
