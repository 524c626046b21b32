import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { StartError } from '../start-error.ts';
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts';
import { reachable } from './folders.ts';
import { processMark, sleep } from './processes.ts';

const root = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };
const repoIsOpen = reachable(import.meta.dirname, nobody) && reachable(process.execPath, nobody);
const settings = { fsync: 'off' };

let home: string;
/** A data folder whose database has been in use; a test may kill what runs on it, but not spoil it. */
let used: string;
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];
const dirs: string[] = [];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'daybook-embedded-'));
  chmodSync(home, 0o755);
  used = join(home, 'used');
  const db = await start(used);
  await query(db, 'CREATE TABLE kept (n int)');
  await db.stop();
});

afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => end(child, 'SIGTERM')));
  await Promise.all(running.splice(0).map((db) => db.stop()));
  // At once: where deleting frees blocks on the disk, files not yet written are far quicker to delete.
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const db = await startEmbedded({ dataDir, settings });
  running.push(db);
  return db;
}

async function query(db: { connection: pg.ClientConfig }, sql: string): Promise<unknown[]> {
  const client = new pg.Client(db.connection);
  await client.connect();
  const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
  await client.end();
  return rows.flat();
}

let made = 0;

function emptyDir(): string {
  const dir = join(home, `data-${++made}`);
  mkdirSync(dir);
  dirs.push(dir);
  return dir;
}

interface Server {
  child: ChildProcess;
  connection: pg.ClientConfig;
}

/** A server in a process of its own. Resolves with what it printed: its connection, or why it did not start. */
async function startServer(
  dataDir: string,
  how: { uid?: number; gid?: number; path?: string } = {},
): Promise<Server> {
  const { path, ...user } = how;
  const script = `
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))};
    try {
      const db = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, settings: { fsync: 'off' } });
      console.log(JSON.stringify({ connection: db.connection }));
      process.on('SIGTERM', () => db.stop());
    } catch (error) {
      console.log(JSON.stringify({ refused: error.message, kind: error.constructor.name }));
    }`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    ...user,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: path ?? process.env['PATH'] },
  });
  children.push(child);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const answer = JSON.parse(said.toString()) as {
    connection: pg.ClientConfig;
    refused?: string;
    kind?: string;
  };
  if (answer.refused !== undefined) throw new StartError(answer.refused);
  return { child, connection: answer.connection };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

const postmasterOf = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);

async function refusal(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => new Error('it started'),
    (reason: Error) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  return error.message;
}

describe('an ordinary life', () => {
  test('a first start makes the database with full durability, and a second start finds its rows', async () => {
    const dataDir = join(emptyDir(), 'made', 'by', 'start');
    const first = await startEmbedded({ dataDir });
    expect(await query(first, `SELECT current_database(), lower('ÄÖÜ')`)).toEqual(['daybook', 'äöü']);
    expect(
      await query(first, `SELECT setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit')`),
    ).toEqual(['on', 'on']);
    await query(first, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    await first.stop();
    const again = await start(dataDir);
    expect(await query(again, 'SELECT n FROM kept')).toEqual([7]);
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log']);
  });

  test('the database listens on no network address and its socket is closed to other users', async () => {
    const db = await start(used);
    expect(await query(db, `SHOW listen_addresses`)).toEqual(['']);
    const socket = statSync(join(String(db.connection.host), '.s.PGSQL.5432'));
    expect(socket.mode & 0o077).toBe(0);
    const wrong = { connection: { ...db.connection, password: 'guess' } };
    await expect(query(wrong, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  test('a path too long for a socket gets a short one of its own', async () => {
    const dataDir = join(emptyDir(), 'a'.repeat(60), 'b'.repeat(60));
    const db = await start(dataDir);
    expect(db.connection.host).toMatch(/^\/tmp\/daybook-[0-9a-f]{16}$/);
    expect(await query(db, 'SELECT 1')).toEqual([1]);
    expect(await refusal(start(dataDir))).toContain('already running');
    await db.stop();
    dirs.push(db.connection.host);
  });
});

describe('one owner', () => {
  test('a second server is refused in one sentence at once, and the first works on', async () => {
    const dataDir = used;
    const db = await start(dataDir);
    const began = Date.now();
    expect(await refusal(start(dataDir))).toBe(
      `Another Daybook is already running on ${dataDir} (process ${process.pid}); stop it or choose another DATA_DIR.`,
    );
    expect(Date.now() - began).toBeLessThan(1_000);
    expect(await query(db, 'SELECT 1')).toEqual([1]);
  });

  test('a second server is refused even when every connection is taken', async () => {
    const dataDir = used;
    const db = await startEmbedded({ dataDir, settings: { ...settings, max_connections: '5' } });
    running.push(db);
    const clients = Array.from({ length: 4 }, () => new pg.Client(db.connection));
    for (const client of clients) client.on('error', () => {});
    await Promise.all(clients.map((client) => client.connect()));
    expect(await refusal(start(dataDir))).toContain(`(process ${process.pid})`);
    await Promise.all(clients.map((client) => client.end()));
  });

  test('of several starters at the same moment on an empty folder one wins', async () => {
    const dataDir = emptyDir();
    const tries = await Promise.allSettled([startServer(dataDir), startServer(dataDir), start(dataDir)]);
    expectOneWinner(tries);
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log']);
  });

  test('of several starters at the same moment after a crash one wins', async () => {
    const dataDir = used;
    const server = await startServer(dataDir);
    await end(server.child, 'SIGKILL');
    expectOneWinner(await Promise.allSettled([1, 2, 3, 4].map(() => start(dataDir))));
  });

  function expectOneWinner(tries: PromiseSettledResult<unknown>[]): void {
    const lost = tries.filter((result) => result.status === 'rejected');
    expect(lost).toHaveLength(tries.length - 1);
    for (const { reason } of lost) expect(String(reason)).toContain('Another Daybook is already running');
  }
});

describe('after a kill', () => {
  test('the server killed: its orphan is ended and committed rows are there', async () => {
    const dataDir = used;
    const server = await startServer(dataDir);
    await query(server, 'INSERT INTO kept VALUES (1)');
    const orphan = postmasterOf(dataDir);
    await end(server.child, 'SIGKILL');
    expect(processMark(orphan)).toBeDefined();
    const db = await start(dataDir);
    expect(processMark(orphan)).toBeUndefined();
    expect(await query(db, 'SELECT n FROM kept WHERE n = 1')).toEqual([1]);
  });

  test('PostgreSQL killed: the server is told, and the next start has committed rows', async () => {
    const dataDir = used;
    const db = await start(dataDir);
    await query(db, 'INSERT INTO kept VALUES (2)');
    process.kill(postmasterOf(dataDir), 'SIGKILL');
    expect(await db.died).toContain('PostgreSQL ended unexpectedly (signal SIGKILL)');
    await db.stop();
    expect(await query(await start(dataDir), 'SELECT n FROM kept WHERE n = 2')).toEqual([2]);
  });

  test('both killed: the next start has committed rows', async () => {
    const dataDir = used;
    const server = await startServer(dataDir);
    await query(server, 'INSERT INTO kept VALUES (3)');
    process.kill(postmasterOf(dataDir), 'SIGKILL');
    await end(server.child, 'SIGKILL');
    expect(await query(await start(dataDir), 'SELECT n FROM kept WHERE n = 3')).toEqual([3]);
  });

  test('one session killed: PostgreSQL recovers by itself and the folder is still owned', async () => {
    const dataDir = used;
    const db = await start(dataDir);
    const [lockSession] = await query(db, `SELECT pid FROM pg_locks WHERE locktype = 'advisory'`);
    process.kill(Number(lockSession), 'SIGKILL');
    await sleep(50);
    expect(await refusal(start(dataDir))).toContain('already running');
    await expect.poll(() => locksHeld(db), { timeout: 5_000 }).toBe(1);
  });

  const locksHeld = (db: EmbeddedPostgres): Promise<number> =>
    query(db, `SELECT FROM pg_locks WHERE locktype = 'advisory'`).then(
      () =>
        query(db, `SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory'`).then(([n]) => Number(n)),
      () => -1,
    );

  test('a pid file whose number now belongs to a stranger does not stop a start', async () => {
    const dataDir = used;
    const db = await start(dataDir);
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    const [, ...rest] = readFileSync(file, 'utf8').split('\n');
    process.kill(postmasterOf(dataDir), 'SIGKILL');
    await db.died;
    const stranger = spawn('sleep', ['60'], root ? nobody : {});
    children.push(stranger);
    writeFileSync(file, [stranger.pid, ...rest].join('\n'));
    expect(await query(await start(dataDir), 'SELECT 1')).toEqual([1]);
    expect(processMark(Number(stranger.pid))).toBeDefined();
  });

  test('an empty pid file left by a power cut does not stop a start', async () => {
    const dataDir = used;
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    writeFileSync(file, '');
    utimesSync(file, 1, 1);
    expect(await query(await start(dataDir), 'SELECT 1')).toEqual([1]);
  });

  test('a first start that was killed half-way leaves nothing in the way', async () => {
    const dataDir = emptyDir();
    mkdirSync(join(dataDir, 'postgres.new-999999.1-abcd', 'cluster'), { recursive: true });
    mkdirSync(join(dataDir, 'postgres'));
    await start(dataDir);
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log']);
  });
});

describe('reasons not to start, a sentence each', () => {
  test('the data folder is a file', async () => {
    const file = join(emptyDir(), 'file');
    writeFileSync(file, '');
    for (const dataDir of [file, join(file, 'below')]) {
      expect(await refusal(start(dataDir))).toBe(
        `DATA_DIR ${dataDir} is not a folder; choose another DATA_DIR.`,
      );
    }
  });

  test('the database was made by another version', async () => {
    const dataDir = emptyDir();
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    expect(await refusal(start(dataDir))).toContain(
      'made by PostgreSQL 17 and this Daybook brings PostgreSQL 18',
    );
  });

  test('the folder holds something else', async () => {
    const dataDir = emptyDir();
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres', 'letter.txt'), '');
    expect(await refusal(start(dataDir))).toContain('holds files that are not a database');
  });

  test('PostgreSQL itself says why', async () => {
    const attempt = startEmbedded({ dataDir: used, settings: { shared_buffers: 'plenty' } });
    expect(await refusal(attempt)).toContain(
      'PostgreSQL could not start: invalid value for parameter "shared_buffers"',
    );
  });

  test.skipIf(root && !repoIsOpen)('the data folder may not be written', async () => {
    const dataDir = emptyDir();
    chmodSync(dataDir, 0o555);
    expect(await refusal(startServer(dataDir, root ? nobody : {}))).toBe(
      `${dataDir} may not be written by this user; change that or choose another DATA_DIR.`,
    );
  });

  test.runIf(root && repoIsOpen)('the database belongs to another user', async () => {
    const dataDir = emptyDir();
    chmodSync(dataDir, 0o777);
    mkdirSync(join(dataDir, 'postgres'));
    chownSync(join(dataDir, 'postgres'), 4242, 4242);
    expect(await refusal(startServer(dataDir, nobody))).toContain('belongs to another user (number 4242)');
  });
});

describe.runIf(root)('as root', () => {
  test.runIf(repoIsOpen)('an open folder: PostgreSQL runs as nobody', async () => {
    const dataDir = used;
    await start(dataDir);
    expect(statSync(`/proc/${postmasterOf(dataDir)}`).uid).toBe(nobody.uid);
  });

  test('a folder that only root may enter: it runs in a user namespace, and still once the folder was opened', async () => {
    const dataDir = emptyDir();
    chmodSync(dataDir, 0o700);
    const db = await start(dataDir);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(0);
    await query(db, 'CREATE TABLE kept AS SELECT 7 AS n');
    await db.stop();
    chmodSync(dataDir, 0o755);
    expect(await query(await start(dataDir), 'SELECT n FROM kept')).toEqual([7]);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(0);
  });

  test('a folder that was closed meanwhile opens all the same', async () => {
    const dataDir = used;
    chmodSync(dataDir, 0o700);
    expect(await query(await start(dataDir), 'SELECT count(*)::int FROM kept')).toEqual([3]);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(0);
  });

  test('user namespaces forbidden: the database lives where another user may enter, and is found again', async () => {
    const dataDir = emptyDir();
    chmodSync(dataDir, 0o700);
    const noTools = join(dataDir, 'no-unshare-here');
    const first = await startServer(dataDir, { path: noTools });
    await query(first, 'CREATE TABLE kept AS SELECT 7 AS n');
    await end(first.child, 'SIGTERM');
    const again = await startServer(dataDir, { path: noTools });
    expect(await query(again, 'SELECT n FROM kept')).toEqual([7]);
    await end(again.child, 'SIGTERM');
    const elsewhere = join(String(again.connection.host), '..');
    expect(elsewhere).toMatch(/^\/var\/lib\/daybook\/data-/);
    expect(existsSync(join(elsewhere, 'postgres', 'PG_VERSION'))).toBe(true);
    dirs.push(elsewhere);
  });
});

test.runIf(root && repoIsOpen)(
  'an ordinary user starts it, stops it, and root may start it after',
  async () => {
    const dataDir = emptyDir();
    chownSync(dataDir, nobody.uid, nobody.gid);
    chmodSync(dataDir, 0o700);
    const server = await startServer(dataDir, nobody);
    expect(await query(server, 'SELECT 1')).toEqual([1]);
    await end(server.child, 'SIGTERM');
    expect(await query(await start(dataDir), 'SELECT 1')).toEqual([1]);
  },
);
