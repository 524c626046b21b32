import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded, type EmbeddedPostgres } from '../../src/platform/embedded/embedded.ts';
import { startReceiver, type Receiver } from '../../src/webhooks/delivery/test-receiver.ts';
import {
  formatDatabaseUrl,
  buildBearerHeader,
  readPostgresPid,
  startServer,
  stopProgram,
  pollUntil,
  type Server,
} from './daybook.ts';

/** A server on a PostgreSQL that can be taken away from it, and a receiver of its webhooks. */

const token = 'the-token-of-the-owner-in-tests-of-outages-1';

export interface Faulty {
  readonly server: Server;
  readonly receiver: Receiver;
  /** Books the next free time with this address; the status of the answer, 0 when there was none. */
  book(email: string): Promise<number>;
  call(path: string, init?: RequestInit): Promise<{ status: number; body: string; tookMs: number }>;
  query<T extends object>(text: string, values?: unknown[]): Promise<T[]>;
  /** Ends PostgreSQL and starts it again, with a pause between. */
  restartPostgres(pauseMs: number): Promise<void>;
  /** The processes of PostgreSQL: its sessions and their parent. */
  postgresPids(): number[];
  /** The process of the session that a request used last. */
  sessionOfRequests(): Promise<number>;
  close(): Promise<void>;
}

export async function openFaulty(): Promise<Faulty> {
  const dataDir = await mkdtemp(join(tmpdir(), 'daybook-outage-'));
  const open = (): Promise<EmbeddedPostgres> => startEmbedded({ dataDir, settings: { fsync: 'off' } });
  let postgres = await open();
  const receiver = await startReceiver();
  const server = await startServer({
    DATABASE_URL: formatDatabaseUrl(postgres.connection),
    BOOTSTRAP_TOKEN: token,
    OUTBOUND_ALLOW: '127.0.0.0/8',
  });

  const call: Faulty['call'] = async (path, init = {}) => {
    const startedMs = performance.now();
    const json = init.body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await server.call(path, {
      ...init,
      headers: { ...buildBearerHeader(token), ...json, ...init.headers },
      signal: AbortSignal.timeout(40_000),
    });
    return { ...answer, tookMs: performance.now() - startedMs };
  };
  const post = (path: string, body: object) => call(path, { method: 'POST', body: JSON.stringify(body) });
  await post('/v2/webhooks', {
    callbackUrl: receiver.url,
    events: ['invitee.scheduled'],
    scope: 'organization',
  });
  await post('/v2/event-types', { title: 'Outage', slug: 'outage', duration: 15 });
  const times = await freeTimes(call);

  const faulty: Faulty = {
    server,
    receiver,
    call,
    async book(email) {
      const time = times.shift();
      if (!time) throw new Error('No free time is left.');
      const body = { ...time, ...where, timeZone: 'Europe/Berlin', name: 'Ines Okafor', email };
      return post('/v2/event', body).then(
        ({ status }) => status,
        () => 0,
      );
    },
    async query<T extends object>(text: string, values: unknown[] = []) {
      const client = new pg.Client(postgres.connection);
      client.on('error', () => {});
      await client.connect();
      try {
        return (await client.query<T>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    async restartPostgres(pauseMs) {
      await postgres.stop();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      postgres = await open();
    },
    postgresPids: () => withChildren(readPostgresPid(dataDir)),
    async sessionOfRequests() {
      const [row] = await faulty.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'daybook requests' order by state_change desc limit 1`,
      );
      if (!row) throw new Error('Requests have no session.');
      return row.pid;
    },
    async close() {
      await stopProgram(server);
      await receiver.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return faulty;
}

const where = { ownerSlug: 'mara-lindqvist', eventTypeSlug: 'outage' };

async function freeTimes(call: Faulty['call']): Promise<{ date: string; start: string }[]> {
  const { body } = await call(
    `/v2/availability/${where.ownerSlug}/event-types/${where.eventTypeSlug}?timeZone=Europe/Berlin`,
  );
  const { availability } = JSON.parse(body) as { availability: { date: string; slots: string[] }[] };
  return availability.flatMap(({ date, slots }) => slots.map((start) => ({ date, start })));
}

function withChildren(parent: number): number[] {
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      return Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]) === parent;
    } catch {
      return false;
    }
  });
  return [parent, ...children.map(Number)];
}

/** Waits until the server is ready again, and everything that was acknowledged has had its effects. */
export async function waitUntilSettled(faulty: Faulty, emails: readonly string[]): Promise<void> {
  await pollUntil(async () => ((await faulty.call('/readyz')).status === 200 ? true : undefined), 15_000);
  // A delivery that was claimed when the connection broke is free again after its lease of 30 s.
  await pollUntil(() => (emails.every((email) => hasArrived(faulty, email)) ? true : undefined), 45_000);
  await pollUntil(async () => ((await dueJobs(faulty)) === 0 ? true : undefined), 90_000);
}

const hasArrived = ({ receiver }: Faulty, email: string): boolean =>
  receiver.received.some(({ text }) => text.includes(email));

async function dueJobs(faulty: Faulty): Promise<number> {
  const rows = await faulty.query<{ count: string }>(
    'select count(*) from graphile_worker.jobs where run_at <= now() and attempts < max_attempts',
  );
  return Number(rows[0]?.count);
}
