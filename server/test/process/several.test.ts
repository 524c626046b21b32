import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createClient, type Connection } from '../../src/platform/db/connect.ts';
import { generateSecret } from '../../src/platform/ids.ts';
import { createDatabase, executeSql } from '../postgres.ts';
import { withDatabase } from '../runtime.ts';
import { openStream } from '../../src/live/test-live.ts';
import {
  formatDatabaseUrl,
  buildBearerHeader,
  parseKeys,
  launchProgram,
  waitUntilReady,
  startServer,
  stopProgram,
  stopAll,
  pollUntil,
} from './daybook.ts';
import { useProcesses } from './use-processes.ts';

useProcesses();

/* Several processes on one database, which is the one of the tests and not a process's own. */

const token = 'a-token-that-somebody-made-up-for-this-test';
let connection: Connection;
let database: string;

beforeEach(async () => {
  database = `daybook_test_${generateSecret(12).toLowerCase()}`;
  await createDatabase(inject('postgres'), database);
  connection = withDatabase(inject('postgres'), database);
});
afterEach(async () => {
  await stopAll();
  await executeSql(inject('postgres'), `drop database ${database} with (force)`);
});

async function ask<T>(sql: string): Promise<T[]> {
  const client = createClient(connection);
  await client.connect();
  try {
    const { rows } = await client.query<T[]>({ text: sql, rowMode: 'array' });
    return rows.flat() as T[];
  } finally {
    await client.end();
  }
}

test('two servers started at once on an empty database both start; it is migrated once and seeded once', async () => {
  const DATABASE_URL = formatDatabaseUrl(connection);
  const programs = [1, 2, 3].map(() => launchProgram('start', { DATABASE_URL }));
  const servers = await Promise.all(programs.map(waitUntilReady));
  const keys = servers.map((server) => parseKeys(server.output())).filter(({ token }) => token !== '');
  expect(keys).toHaveLength(1);
  for (const server of servers) {
    expect(
      (await server.call('/v2/whoami', { headers: buildBearerHeader(keys[0]?.token ?? '') })).status,
    ).toBe(200);
  }
  expect(await ask('select count(*) - count(distinct name) from migration')).toEqual([0]);
  expect(await ask('select installation_is_empty()')).toEqual([false]);
  const users = await servers[0]?.call('/v2/organizations/users', {
    headers: buildBearerHeader(keys[0]?.token ?? ''),
  });
  expect(JSON.parse(users?.body ?? '').collection).toHaveLength(3);
});

test('ROLE=web answers requests and runs no jobs; ROLE=worker runs jobs and answers health, readiness and metrics only', async () => {
  const DATABASE_URL = formatDatabaseUrl(connection);
  const web = await startServer({ DATABASE_URL, ROLE: 'web' });
  const { token } = parseKeys(web.output());
  await ask(`select from graphile_worker.add_job('platform.housekeeping', '{}')`);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const waiting = `select count(*) from graphile_worker.jobs where task_identifier = 'platform.housekeeping'`;
  expect(await ask(waiting)).toEqual([1]);

  const worker = await startServer({ DATABASE_URL, ROLE: 'worker' });
  await pollUntil(async () => ((await ask<number>(waiting))[0] === 0 ? true : undefined));
  const statuses = async (server: typeof web) =>
    Promise.all(
      ['/healthz', '/readyz', '/metrics', '/v2/whoami', '/openapi.json'].map(
        async (path) =>
          (await server.call(path, path.startsWith('/v2') ? { headers: buildBearerHeader(token) } : {}))
            .status,
      ),
    );
  // Beside other tests, the first look at the database may take longer than /readyz waits.
  await expect.poll(() => statuses(web)).toEqual([200, 200, 200, 200, 200]);
  await expect.poll(() => statuses(worker)).toEqual([200, 200, 200, 404, 404]);
});

test('a booking made in one process appears on a stream of another within 2 s, which ends when that process stops', async () => {
  const DATABASE_URL = formatDatabaseUrl(connection);
  const here = await startServer({ DATABASE_URL, BOOTSTRAP_TOKEN: token });
  const there = await startServer({ DATABASE_URL, ROLE: 'web' });
  const stream = await openStream(there.url, buildBearerHeader(token));
  const post = async (path: string, body: object) => {
    const headers = { ...buildBearerHeader(token), 'content-type': 'application/json' };
    return JSON.parse((await here.call(path, { method: 'POST', headers, body: JSON.stringify(body) })).body);
  };
  const { resource: page } = await post('/v2/event-types', { title: 'Short call', duration: 15 });
  const from = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const to = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const where = { ownerSlug: 'mara-lindqvist', eventTypeSlug: page.slug };
  const days = await here.call(
    `/v2/availability/${where.ownerSlug}/event-types/${page.slug}?startDate=${from}&endDate=${to}&timeZone=Europe/Berlin`,
    { headers: buildBearerHeader(token) },
  );
  const free = JSON.parse(days.body).availability.find(({ slots }: { slots: string[] }) => slots.length > 0);
  const event = await post('/v2/event', {
    ...where,
    date: free.date,
    start: free.slots[0],
    timeZone: 'Europe/Berlin',
    name: 'Ines Okafor',
    email: 'ines@okafor.example',
  });
  await stream.until(({ tag, id }) => tag === 'Scheduled events' && id === event.uuid, 2_000);
  expect(await Promise.all([stopProgram(there), stream.untilEnded()])).toEqual([0, undefined]);
});
