import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { attachEmbedded } from '../../src/platform/embedded/attach.ts';
import {
  buildBearerHeader,
  createDataFolder,
  isGone,
  launchProgram,
  readPostgresPid,
  waitUntilReady,
  runProgram,
  startServer,
  stopProgram,
  pollUntil,
  type Server,
} from './daybook.ts';
import { useProcesses } from './use-processes.ts';

useProcesses();

const BOOTSTRAP_TOKEN = 'a-token-that-somebody-made-up-for-this-test';
let DATA_DIR: string;

beforeAll(async () => {
  DATA_DIR = createDataFolder();
  await stopProgram(await startServer({ DATA_DIR, BOOTSTRAP_TOKEN }));
});

/** A change of a user that waits, because another transaction has locked the row. */
async function slowRequest(
  server: Server,
): Promise<{ answer: Promise<{ status: number }>; release: () => Promise<void> }> {
  const { connection } = await attachEmbedded(DATA_DIR);
  const other = new pg.Client(connection);
  other.on('error', () => {});
  await other.connect();
  await other.query('begin');
  const { rows } = await other.query<{ id: string }>(
    `select id from member where email like 'aiko@%' for update`,
  );
  const answer = server.call(`/v2/organizations/users/${rows[0]?.id}`, {
    method: 'PATCH',
    headers: { ...buildBearerHeader(BOOTSTRAP_TOKEN), 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: 'Aiko' }),
  });
  const watcher = new pg.Client(connection);
  watcher.on('error', () => {});
  await watcher.connect();
  await pollUntil(async () => {
    // Not any lock: a job may wait for the same row.
    const waiting = await watcher.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query ~* 'update.*member'`,
    );
    return waiting.rowCount === 0 ? undefined : true;
  });
  await watcher.end();
  return { answer, release: () => other.query('commit').then(() => other.end()) };
}

describe('a server that gets a signal to stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s finishes what it is doing, and PostgreSQL is down after',
    async (signal) => {
      const server = await startServer({ DATA_DIR });
      const postgres = readPostgresPid(DATA_DIR);
      const { answer, release } = await slowRequest(server);
      server.child.kill(signal);
      // The terminal and npm both send the signal, so it arrives twice.
      server.child.kill(signal);
      // A new request is refused, on an open connection as well as on a new one.
      await pollUntil(() =>
        server.call('/healthz').then(
          ({ status }) => (status === 503 ? true : undefined),
          () => true,
        ),
      );
      expect(server.child.exitCode).toBeNull();
      await release();
      expect((await answer).status).toBe(200);
      expect(await server.exit).toBe(0);
      expect(isGone(postgres)).toBe(true);
    },
  );

  test('before it is ready stops all the same', async () => {
    const server = launchProgram('start', { DATA_DIR });
    const postgres = await pollUntil(() => livePostgresOf(DATA_DIR));
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
    expect(isGone(postgres)).toBe(true);
  });
});

test('a signal to npm start stops the server as well', async () => {
  const npm = await waitUntilReady(launchProgram('npm start', { DATA_DIR }));
  const postgres = readPostgresPid(DATA_DIR);
  expect(await stopProgram(npm)).toBe(0);
  expect(isGone(postgres)).toBe(true);
});

function livePostgresOf(dataDir: string): number | undefined {
  try {
    const pid = readPostgresPid(dataDir);
    return isGone(pid) ? undefined : pid;
  } catch {
    return undefined;
  }
}

test('a server whose PostgreSQL dies prints a sentence, answers 503 and exits', async () => {
  const server = await startServer({ DATA_DIR });
  const { answer } = await slowRequest(server);
  const killedAtMs = Date.now();
  process.kill(readPostgresPid(DATA_DIR), 'SIGKILL');
  expect((await answer).status).toBe(503);
  expect(await server.exit).toBe(1);
  expect(Date.now() - killedAtMs).toBeLessThan(2_000);
  expect(server.output()).toMatch(/^PostgreSQL ended unexpectedly \(signal SIGKILL\); see .*\.$/m);
});

test('a second server on the same folder refuses to start, and the first runs on', async () => {
  const first = await startServer({ DATA_DIR });
  const { code, output } = await runProgram('start', { DATA_DIR });
  expect(code).toBe(1);
  expect(output.trim()).toBe(
    `Another Daybook is already running on ${DATA_DIR} (process ${first.child.pid}); stop it or choose another DATA_DIR.`,
  );
  expect((await first.call('/readyz')).status).toBe(200);
});

test('the next server starts although a killed one left its PostgreSQL running', async () => {
  const killed = await startServer({ DATA_DIR });
  const orphan = readPostgresPid(DATA_DIR);
  await stopProgram(killed, 'SIGKILL');
  const next = await waitUntilReady(launchProgram('start', { DATA_DIR }));
  expect(isGone(orphan)).toBe(true);
  expect((await next.call('/v2/whoami', { headers: buildBearerHeader(BOOTSTRAP_TOKEN) })).status).toBe(200);
});
