import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { StartError } from '../start-error.ts';
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts';
import { canTraverse } from './folders.ts';

/* Real servers in temporary folders, for the tests beside this file. */

export const root = process.getuid?.() === 0;
export const nobody = { uid: 65534, gid: 65534 };
export const repoIsOpen = canTraverse(import.meta.dirname, nobody) && canTraverse(process.execPath, nobody);
/** Why tests that change the user are skipped. */
export const otherUsers = {
  notTested:
    'PostgreSQL of other users, because this one is not root, or others may not enter the repository.',
};
const settings = { fsync: 'off' };

let home: string | undefined;

/** Made when first needed: where every test of a file is skipped, nothing would remove it. */
function homeDir(): string {
  if (home !== undefined) return home;
  home = mkdtempSync(join(tmpdir(), 'daybook-embedded-'));
  chmodSync(home, 0o755);
  return home;
}

export const running: EmbeddedPostgres[] = [];
export const children: ChildProcess[] = [];
export const dirs: string[] = [];

/** To be called once by each file of tests: stops what its tests started, and removes its folders. */
export function stopTestServers(): void {
  afterEach(async () => {
    await Promise.all(children.splice(0).map((child) => endProcess(child, 'SIGTERM')));
    await Promise.all(running.splice(0).map((db) => db.stop()));
    // At once: where deleting frees blocks on the disk, files not yet written are far quicker to delete.
    for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
  });
  afterAll(() => {
    if (home !== undefined) rmSync(home, { recursive: true, force: true });
    home = undefined;
  });
}

export async function startTestServer(dataDir: string): Promise<EmbeddedPostgres> {
  const db = await startEmbedded({ dataDir, settings });
  running.push(db);
  return db;
}

export async function queryDatabase(db: { connection: pg.ClientConfig }, sql: string): Promise<unknown[]> {
  const client = new pg.Client(db.connection);
  await client.connect();
  const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
  await client.end();
  return rows.flat();
}

/**
 * A data folder whose database has been in use and has a table `kept`, for all tests of a file: they may kill what runs on
 * it, but not spoil it.
 */
export function useDataDir(): () => string {
  const dataDir = () => join(homeDir(), 'used');
  beforeAll(async () => {
    const db = await startTestServer(dataDir());
    await queryDatabase(db, 'CREATE TABLE kept (n int)');
    await db.stop();
  });
  return dataDir;
}

let made = 0;

export function createEmptyDir(): string {
  const dir = join(homeDir(), `data-${++made}`);
  mkdirSync(dir);
  dirs.push(dir);
  return dir;
}

interface Server {
  child: ChildProcess;
  connection: pg.ClientConfig;
  notice: string | undefined;
}

/** A server in a process of its own. Resolves with what it printed: its connection, or why it did not start. */
export async function startServer(
  dataDir: string,
  how: { uid?: number; gid?: number; path?: string } = {},
): Promise<Server> {
  const { path, ...user } = how;
  const script = `
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))};
    ${path === undefined ? '' : `process.env.PATH = ${JSON.stringify(path)};`}
    try {
      const db = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, settings: { fsync: 'off' } });
      process.on('SIGTERM', () => db.stop());
      console.log(JSON.stringify({ connection: db.connection, notice: db.notice }));
    } catch (error) {
      console.log(JSON.stringify({ refused: error.constructor.name + ': ' + error.message }));
    }`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    ...user,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const answer = JSON.parse(said.toString()) as {
    connection: pg.ClientConfig;
    notice: string | undefined;
    refused?: string;
  };
  if (answer.refused !== undefined) throw new StartError(answer.refused.replace(/^StartError: /, ''));
  return { child, connection: answer.connection, notice: answer.notice };
}

export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

export const readPostmasterPid = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);

export async function expectRejection(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => new Error('it started'),
    (reason: Error) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  return error.message;
}
