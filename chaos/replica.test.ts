import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  formatDatabaseUrl,
  buildBearerHeader,
  startServer,
  stopAll,
  pollUntil,
  type Server,
} from '../server/test/process/daybook.ts';
import { useProcesses } from '../server/test/process/use-processes.ts';
import { createQuery } from './database.ts';
import { openReplicated, type ReplicatedDatabase } from './replicated.ts';

useProcesses();

const token = 'a-token-that-somebody-made-up-for-this-test';
const headers = { ...buildBearerHeader(token), 'content-type': 'application/json' };

let database: ReplicatedDatabase;
let server: Server;

beforeAll(async () => {
  database = await openReplicated({ isSynchronous: false });
}, 120_000);
afterAll(async () => {
  await stopAll();
  await database.close();
});

function start(replica: string): Promise<Server> {
  return startServer({
    DATABASE_URL: formatDatabaseUrl(database.connection),
    DATABASE_REPLICA_URL: replica,
    DATABASE_REPLICA_LAG: '3',
    BOOTSTRAP_TOKEN: token,
    ROLE: 'web',
  });
}

async function call(path: string, body?: object): Promise<{ uuid: string; slug: string } & Insight> {
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const answer = await server.call(`/v2${path}`, init);
  expect(answer.status, answer.body).toBeLessThan(300);
  const parsed = JSON.parse(answer.body);
  return parsed.resource ?? parsed;
}

interface Insight {
  readonly buckets: readonly { readonly value: number }[];
}

async function countBookings(): Promise<number> {
  const { buckets } = await call('/insights/bookings?interval=month');
  return buckets.reduce((sum, { value }) => sum + value, 0);
}

/** Soon enough for what the page offers, and outside of the office hours of the demo company. */
async function book(): Promise<void> {
  const { slug } = await call('/event-types', { title: 'Replica', duration: 30 });
  const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const who = { name: 'Ines Okafor', email: 'ines@okafor.example', timeZone: 'Europe/Berlin' };
  await call('/event', {
    ownerSlug: 'mara-lindqvist',
    eventTypeSlug: slug,
    date,
    start: '03:30',
    anyTime: true,
    ...who,
  });
}

test('insights come from the standby while it keeps up, and from the primary when it is behind', async () => {
  server = await start(formatDatabaseUrl(database.standby()));
  const onStandby = createQuery(() => database.standby());
  const before = await countBookings();
  await onStandby('select pg_wal_replay_pause()');
  await book();
  expect(await countBookings()).toBe(before);
  await pollUntil(async () => ((await countBookings()) === before + 1 ? true : undefined), 30_000);
}, 120_000);

test('a standby that does not answer is not missed', async () => {
  server = await start('postgres://nobody@127.0.0.1:9/daybook');
  expect(await countBookings()).toBeGreaterThan(0);
}, 120_000);
