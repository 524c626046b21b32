import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts';
import { getProcessIdentity, sleep } from './processes.ts';
import {
  children,
  stopTestServers,
  dirs,
  createEmptyDir,
  endProcess,
  nobody,
  readPostmasterPid,
  queryDatabase,
  expectRejection,
  root,
  running,
  startTestServer,
  startServer,
  useDataDir,
} from './test-servers.ts';

stopTestServers();

const used = useDataDir();

describe('an ordinary life', () => {
  test('a first start makes the database with full durability, and a second start finds its rows', async () => {
    const dataDir = join(createEmptyDir(), 'made', 'by', 'start');
    const first = await startEmbedded({ dataDir });
    running.push(first);
    expect(await queryDatabase(first, `SELECT current_database(), lower('ÄÖÜ')`)).toEqual(['daybook', 'äöü']);
    expect(
      await queryDatabase(
        first,
        `SELECT setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit')`,
      ),
    ).toEqual(['on', 'on']);
    await queryDatabase(first, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    await first.stop();
    const again = await startTestServer(dataDir);
    expect(await queryDatabase(again, 'SELECT n FROM kept')).toEqual([7]);
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log']);
  });

  test('the database listens on no network address and its socket is closed to other users', async () => {
    const db = await startTestServer(used());
    expect(await queryDatabase(db, `SHOW listen_addresses`)).toEqual(['']);
    const socket = statSync(join(String(db.connection.host), '.s.PGSQL.5432'));
    expect(socket.mode & 0o077).toBe(0);
    const wrong = { connection: { ...db.connection, password: 'guess' } };
    await expect(queryDatabase(wrong, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  test('a path too long for a socket gets a short one of its own', async () => {
    const dataDir = join(createEmptyDir(), 'a'.repeat(60), 'b'.repeat(60));
    const db = await startTestServer(dataDir);
    expect(db.connection.host).toMatch(/^\/tmp\/daybook-[0-9a-f]{16}$/);
    expect(await queryDatabase(db, 'SELECT 1')).toEqual([1]);
    expect(await expectRejection(startTestServer(dataDir))).toContain('already running');
    await db.stop();
    dirs.push(db.connection.host);
  });
});

describe('one owner', () => {
  test('a second server is refused in one sentence at once, and the first works on', async () => {
    const dataDir = used();
    const db = await startTestServer(dataDir);
    const began = Date.now();
    expect(await expectRejection(startTestServer(dataDir))).toBe(
      `Another Daybook is already running on ${dataDir} (process ${process.pid}); stop it or choose another DATA_DIR.`,
    );
    expect(Date.now() - began).toBeLessThan(1_000);
    expect(await queryDatabase(db, 'SELECT 1')).toEqual([1]);
  });

  test('a second server is refused even when every connection is taken', async () => {
    const dataDir = used();
    const db = await startEmbedded({ dataDir, settings: { fsync: 'off', max_connections: '5' } });
    running.push(db);
    const clients = Array.from({ length: 4 }, () => new pg.Client(db.connection));
    for (const client of clients) client.on('error', () => {});
    await Promise.all(clients.map((client) => client.connect()));
    expect(await expectRejection(startTestServer(dataDir))).toContain(`(process ${process.pid})`);
    await Promise.all(clients.map((client) => client.end()));
  });

  test('of several starters at the same moment on an empty folder one wins', async () => {
    const dataDir = createEmptyDir();
    const tries = await Promise.allSettled([
      startServer(dataDir),
      startServer(dataDir),
      startTestServer(dataDir),
    ]);
    expectOneWinner(tries);
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log']);
  });

  test('of several starters at the same moment after a crash one wins', async () => {
    const dataDir = used();
    const server = await startServer(dataDir);
    await endProcess(server.child, 'SIGKILL');
    expectOneWinner(await Promise.allSettled([1, 2, 3, 4].map(() => startTestServer(dataDir))));
  });

  function expectOneWinner(tries: PromiseSettledResult<unknown>[]): void {
    const lost = tries.filter((result) => result.status === 'rejected');
    expect(lost).toHaveLength(tries.length - 1);
    for (const { reason } of lost) expect(String(reason)).toContain('Another Daybook is already running');
  }
});

describe('after a kill', () => {
  test('the server killed: its orphan is ended and committed rows are there', async () => {
    const dataDir = used();
    const server = await startServer(dataDir);
    await queryDatabase(server, 'INSERT INTO kept VALUES (1)');
    const orphan = readPostmasterPid(dataDir);
    await endProcess(server.child, 'SIGKILL');
    expect(getProcessIdentity(orphan)).toBeDefined();
    const db = await startTestServer(dataDir);
    expect(getProcessIdentity(orphan)).toBeUndefined();
    expect(await queryDatabase(db, 'SELECT n FROM kept WHERE n = 1')).toEqual([1]);
  });

  test('PostgreSQL killed: the server is told, and the next start has committed rows', async () => {
    const dataDir = used();
    const db = await startTestServer(dataDir);
    await queryDatabase(db, 'INSERT INTO kept VALUES (2)');
    process.kill(readPostmasterPid(dataDir), 'SIGKILL');
    expect(await db.died).toContain('PostgreSQL ended unexpectedly (signal SIGKILL)');
    await db.stop();
    expect(await queryDatabase(await startTestServer(dataDir), 'SELECT n FROM kept WHERE n = 2')).toEqual([
      2,
    ]);
  });

  test('both killed: the next start has committed rows', async () => {
    const dataDir = used();
    const server = await startServer(dataDir);
    await queryDatabase(server, 'INSERT INTO kept VALUES (3)');
    process.kill(readPostmasterPid(dataDir), 'SIGKILL');
    await endProcess(server.child, 'SIGKILL');
    expect(await queryDatabase(await startTestServer(dataDir), 'SELECT n FROM kept WHERE n = 3')).toEqual([
      3,
    ]);
  });

  test('one session killed: PostgreSQL recovers by itself and the folder is still owned', async () => {
    const dataDir = used();
    const db = await startTestServer(dataDir);
    const [lockSession] = await queryDatabase(db, `SELECT pid FROM pg_locks WHERE locktype = 'advisory'`);
    process.kill(Number(lockSession), 'SIGKILL');
    await sleep(50);
    expect(await expectRejection(startTestServer(dataDir))).toContain('already running');
    await expect.poll(() => locksHeld(db), { timeout: 5_000 }).toBe(1);
  });

  const locksHeld = (db: EmbeddedPostgres): Promise<number> =>
    queryDatabase(db, `SELECT FROM pg_locks WHERE locktype = 'advisory'`).then(
      () =>
        queryDatabase(db, `SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory'`).then(([n]) =>
          Number(n),
        ),
      () => -1,
    );

  test('a pid file whose number now belongs to a stranger does not stop a start', async () => {
    const dataDir = used();
    const db = await startTestServer(dataDir);
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    const [, ...rest] = readFileSync(file, 'utf8').split('\n');
    process.kill(readPostmasterPid(dataDir), 'SIGKILL');
    await db.died;
    const stranger = spawn('sleep', ['60'], root ? nobody : {});
    children.push(stranger);
    writeFileSync(file, [stranger.pid, ...rest].join('\n'));
    expect(await queryDatabase(await startTestServer(dataDir), 'SELECT 1')).toEqual([1]);
    expect(getProcessIdentity(Number(stranger.pid))).toBeDefined();
  });

  test('an empty pid file left by a power cut does not stop a start', async () => {
    const dataDir = used();
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    writeFileSync(file, '');
    utimesSync(file, 1, 1);
    expect(await queryDatabase(await startTestServer(dataDir), 'SELECT 1')).toEqual([1]);
  });

  test('a first start that was killed half-way leaves nothing in the way', async () => {
    const dataDir = createEmptyDir();
    mkdirSync(join(dataDir, 'postgres.new-999999.1-abcd', 'cluster'), { recursive: true });
    mkdirSync(join(dataDir, 'postgres'));
    await startTestServer(dataDir);
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log']);
  });
});
