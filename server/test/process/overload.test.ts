import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getAssetPath } from '../../src/platform/http/assets.ts';
import { createClient } from '../../src/platform/db/connect.ts';
import { cloneDatabase } from '../databases.ts';
import { ownerToken } from '../runtime.ts';
import {
  formatDatabaseUrl,
  buildBearerHeader,
  startServer,
  stopProgram,
  pollUntil,
  type Server,
} from './daybook.ts';

/* The short form of `npx tsx bench/overload.ts`. */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const pool = 4;
const queue = 6;
let server: Server;
let blocker: pg.Client;
let watcher: pg.Client;
let drop: () => Promise<void>;

beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  server = await startServer({
    DATABASE_URL: formatDatabaseUrl(clone.connection),
    DATABASE_POOL: String(pool),
    DATABASE_QUEUE: String(queue),
    SECRET_KEY: 'a key for this test only, forty characters',
  });
  blocker = createClient(clone.connection);
  await blocker.connect();
  watcher = createClient(clone.connection);
  await watcher.connect();
});
afterAll(async () => {
  await Promise.all([blocker.end(), watcher.end()]);
  await stopProgram(server);
  await drop();
});

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

async function call(
  path: string,
  headers: Record<string, string> = {},
  init: RequestInit = {},
): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, { ...init, headers });
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    text: await response.text(),
  };
}

const metric = async (name: string): Promise<number> =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await call('/metrics')).text)?.[1]);
const waiting = (priority: string) => metric(`daybook_requests_waiting\\{priority="${priority}"\\}`);

test('beyond the queue the answer is 503 at once, and what needs no connection of requests goes on', async () => {
  // Requests that are under way wait for this table, each with one of the connections.
  await blocker.query('begin; lock table team in access exclusive mode');
  const underWay = Array.from({ length: pool }, () => call('/v2/teams', buildBearerHeader(ownerToken)));
  await pollUntil(async () => {
    const { rows } = await watcher.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'daybook requests'`,
    );
    return rows[0]?.count === pool ? true : undefined;
  });
  const queued = Array.from({ length: queue }, () => call('/v2/whoami', buildBearerHeader(ownerToken)));
  await pollUntil(async () => ((await waiting('new')) === queue ? true : undefined), 3_000);

  const refused = await Promise.all([
    ...Array.from({ length: 200 }, () => call('/v2/whoami', buildBearerHeader(ownerToken))),
    // Neither the token nor the body is looked at.
    call(
      '/v2/event',
      { ...buildBearerHeader('nonsense'), 'content-type': 'application/json' },
      { method: 'POST', body: '{' },
    ),
  ]);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
  for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThan(0);
  expect(JSON.parse(refused[0]?.text ?? '')).toEqual({
    success: false,
    message: expect.stringMatching(/^The server is overloaded\. Try again in \d s\.$/),
    status: 503,
  });
  const page = await call('/mara-lindqvist/intro-call', { accept: 'text/html' });
  expect([page.status, Number(page.retryAfter) > 0]).toEqual([503, true]);
  expect(page.text).toMatch(/^<!doctype html>/i);

  for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', getAssetPath('embed.js')]) {
    expect([path, (await call(path)).status]).toEqual([path, 200]);
  }
  expect(await metric('daybook_requests_shed_total')).toBeGreaterThanOrEqual(refused.length);

  await blocker.query('rollback');
  // Those under way were not disturbed. Those that waited were served, or refused when they had waited too long.
  expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual(underWay.map(() => 200));
  for (const { status } of await Promise.all(queued)) expect([200, 503]).toContain(status);
  expect((await call('/v2/whoami', buildBearerHeader(ownerToken))).status).toBe(200);
  expect(server.child.exitCode).toBeNull();
});

test('a burst of bookings is answered with nothing but 2xx, 4xx and 503, and jobs are done after it', async () => {
  const body = JSON.stringify({
    ownerSlug: 'mara-lindqvist',
    eventTypeSlug: 'intro-call',
    date: '2026-12-01',
    start: '10:00',
    timeZone: 'Europe/Berlin',
    name: 'Ines Okafor',
    email: 'ines@okafor.example',
  });
  const headers = { ...buildBearerHeader(ownerToken), 'content-type': 'application/json' };
  const bursts = Array.from({ length: 10 }, async (_, round) => {
    await new Promise((resolve) => setTimeout(resolve, round * 100));
    return Promise.all(
      Array.from({ length: 30 }, () => call('/v2/event', headers, { method: 'POST', body })),
    );
  });
  const statuses = (await Promise.all(bursts)).flat().map(({ status }) => status);
  expect(statuses.filter((status) => status === 500 || (status > 500 && status !== 503))).toEqual([]);
  expect((await call('/readyz')).status).toBe(200);
  expect((await call('/v2/whoami', buildBearerHeader(ownerToken))).status).toBe(200);
  expect(await metric('daybook_unhandled_rejections_total')).toBe(0);
});
