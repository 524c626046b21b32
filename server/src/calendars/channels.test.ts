import { pino } from 'pino';
import { pairSettings } from '../../test/runtime.ts';
import { googleAccess } from './google/access.ts';
import { microsoftAccess } from './microsoft/access.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { startGoogle } from './google/test-google.ts';
import { stopChannelsJob, syncJob } from './jobs.ts';
import { startGraph } from './microsoft/test-graph.ts';
import {
  listBusyTimes,
  connectAccount,
  listConnectionsTo,
  createNotifier,
  signInMara,
  syncNow,
} from './test-connect.ts';

let nowMs = Date.parse('2027-01-11T06:00:00Z');
const clock = { now: () => new Date(nowMs) };
const [google, graph] = await Promise.all([startGoogle(clock), startGraph(clock)]);
const config = { outboundAllow: ['127.0.0.1'] };
const settings = [
  pairSettings(googleAccess.settings, google.app),
  pairSettings(microsoftAccess.settings, graph.app),
];
const logged: string[] = [];
const app = useApp({
  clock,
  config: { ...config, publicUrl: 'https://book.example.org' },
  settings,
  log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
});
const local = useApp({ clock, config, settings });
const dayMs = 86_400_000;
let cookie = '';

beforeAll(async () => {
  google.addCalendar('mara@gmail.example', { primary: true });
  graph.addCalendar('work', { isDefaultCalendar: true });
  for (const server of [google, graph]) server.notifier = createNotifier(app);
  cookie = await signInMara(app);
});
afterAll(() => Promise.all([google.close(), graph.close()]));

const channelsIn = async () =>
  (await app.runtime.database.pool.query('select * from calendar_channel order by created_at')).rows;
/** What waits for the worker. */
const jobsOf = async ({ name }: { name: string }): Promise<object[]> => {
  const { rows } = await app.runtime.database.pool.query(
    `select j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1`,
    [name],
  );
  return rows.map(({ payload }) => payload);
};
const dueIn = async (uuid: string): Promise<number> => {
  const { rows } = await app.runtime.database.pool.query(
    'select extract(epoch from next_sync_at - $1::timestamptz)::float as seconds from calendar_connection where id = $2',
    [clock.now(), uuid],
  );
  return rows[0].seconds;
};

describe('without a public address', () => {
  test('nothing is asked to report: calendars are read every minute', async () => {
    const visitor = await signInMara(local);
    await connectAccount(local, google, visitor, { provider: 'google' });
    const [{ uuid }] = await listConnectionsTo(local, 'google');
    await syncNow(local, uuid);
    expect(google.channels.size).toBe(0);
    const { rows } = await local.runtime.database.pool.query(
      'select extract(epoch from next_sync_at - $1::timestamptz)::float as seconds from calendar_connection',
      [clock.now()],
    );
    expect(rows[0].seconds).toBeGreaterThan(50);
    expect(rows[0].seconds).toBeLessThan(70);
  });
});

describe('Google', () => {
  let uuid = '';
  beforeAll(async () => {
    await connectAccount(app, google, cookie, { provider: 'google' });
    const [connection] = await listConnectionsTo(app, 'google');
    uuid = connection.uuid;
    await syncNow(app, uuid);
  });
  const channel = () => {
    const [[id, found] = ['', undefined]] = google.channels;
    if (!found) throw new Error('Google has no channel.');
    return { id, ...found };
  };
  const send = (path: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: path, headers: { 'x-goog-resource-state': 'exists', ...headers } });
  const path = () => new URL(channel().address).pathname;

  test('a calendar that is read gets a channel, and is polled every ten minutes behind it', async () => {
    expect(google.channels.size).toBe(1);
    expect(channel().address).toMatch(/^https:\/\/book\.example\.org\/connect\/google\/changes\/[\w-]+$/);
    expect(await dueIn(uuid)).toBeGreaterThan(500);
    await syncNow(app, uuid);
    expect(google.channels.size).toBe(1);
  });

  test('204: a report makes it due at once, and nothing is read before the answer', async () => {
    google.put('mara@gmail.example', {
      id: 'first',
      start: { dateTime: '2027-01-12T10:00:00+01:00' },
      end: { dateTime: '2027-01-12T11:00:00+01:00' },
    });
    google.seen.length = 0;
    expect(await google.report('mara@gmail.example')).toEqual([204]);
    expect(google.seen).toEqual([]);
    expect(await dueIn(uuid)).toBeLessThanOrEqual(0);
    const [job] = await jobsOf(syncJob);
    await syncJob.run(app.runtime, syncJob.payload.parse(job));
    expect(await listBusyTimes(app)).toEqual(['2027-01-12T09:00/10:00']);
  });

  test('a report that comes while the calendar is read is not lost', async () => {
    const { pool } = app.runtime.database;
    google.put('mara@gmail.example', { id: 'first' });
    google.failNext(/never/, { status: 500 });
    const reading = syncNow(app, uuid);
    await pool.query('update calendar_connection set notified_at = $1 where id = $2', [clock.now(), uuid]);
    await reading;
    expect(await dueIn(uuid)).toBeLessThanOrEqual(0);
    nowMs += 1000;
    await syncNow(app, uuid);
    expect(await dueIn(uuid)).toBeGreaterThan(500);
  });

  test('404: a report without the channel’s token, or to an address that nobody made', async () => {
    expect((await send(path())).status).toBe(404);
    expect((await send(path(), { 'x-goog-channel-token': 'guessed' })).status).toBe(404);
    expect(
      (await send('/connect/google/changes/made-up', { 'x-goog-channel-token': channel().token })).status,
    ).toBe(404);
    expect(await dueIn(uuid)).toBeGreaterThan(500);
  });

  test('429: a channel that reports without end', async () => {
    const { token } = channel();
    const answers = [];
    for (let count = 0; count < 61; count += 1)
      answers.push(
        (await send(path(), { 'x-goog-channel-token': token, 'x-goog-resource-state': 'sync' })).status,
      );
    expect([answers[0], answers.at(-1)]).toEqual([204, 429]);
    nowMs += 61_000;
  });

  test('a channel is replaced a day before it ends, and the old one is stopped after', async () => {
    const old = channel();
    nowMs += 5.9 * dayMs;
    await syncNow(app, uuid);
    expect(channel().id).toBe(old.id);
    nowMs += 0.2 * dayMs;
    google.seen.length = 0;
    await syncNow(app, uuid);
    expect(google.channels.size).toBe(1);
    expect(channel().id).not.toBe(old.id);
    const calls = google.seen.filter((line) => /watch|stop/.test(line));
    expect(calls).toEqual(['POST /calendars/mara@gmail.example/events/watch', 'POST /channels/stop']);
    expect(await channelsIn()).toMatchObject([{ id: channel().id }]);
  });

  test('410: a report by a channel that was replaced', async () => {
    const { id, address, token } = channel();
    await app.runtime.database.pool.query('delete from calendar_channel where id = $1', [id]);
    const { status } = await send(new URL(address).pathname, { 'x-goog-channel-token': token });
    expect(status).toBe(410);
    google.channels.delete(id);
    await syncNow(app, uuid);
    expect(google.channels.size).toBe(1);
  });

  test('a channel that is refused leaves the calendar polled every minute', async () => {
    google.channels.clear();
    await app.runtime.database.pool.query('delete from calendar_channel');
    google.failNext(/watch$/, { status: 403, body: { error: { errors: [{ reason: 'forbidden' }] } } });
    expect((await syncNow(app, uuid)).connection.state).toBe('ok');
    expect(await dueIn(uuid)).toBeLessThan(70);
    google.failNext(/watch$/, {
      status: 400,
      body: { error: { errors: [{ reason: 'pushNotSupportedForRequestedResource' }] } },
    });
    await syncNow(app, uuid);
    google.seen.length = 0;
    await syncNow(app, uuid);
    expect(google.seen.filter((line) => line.endsWith('watch'))).toEqual([]);
    expect(await dueIn(uuid)).toBeLessThan(70);
    nowMs += 1.1 * dayMs;
    await syncNow(app, uuid);
    expect(google.channels.size).toBe(1);
  });

  test('a calendar that is not read any more has none', async () => {
    const [{ calendars }] = await listConnectionsTo(app, 'google');
    const choose = (isRead: boolean) =>
      app.patch(`/calendar-connections/${uuid}`, { calendars: [{ id: calendars[0].id, isRead }] });
    await choose(false);
    await syncNow(app, uuid);
    expect([google.channels.size, await channelsIn()]).toEqual([0, []]);
    await choose(true);
    await syncNow(app, uuid);
    expect(google.channels.size).toBe(1);
  });

  test('disconnecting stops them', async () => {
    await app.delete(`/calendar-connections/${uuid}`);
    const jobs = await jobsOf(stopChannelsJob);
    expect(jobs).toHaveLength(1);
    // Twice is no error.
    for (const job of [jobs[0], jobs[0]]) {
      await stopChannelsJob.run(app.runtime, stopChannelsJob.payload.parse(job));
      expect(google.channels.size).toBe(0);
    }
  });
});

describe('Microsoft', () => {
  let uuid = '';
  beforeAll(async () => {
    await connectAccount(app, graph, cookie, { provider: 'microsoft' });
    const [connection] = await listConnectionsTo(app, 'microsoft');
    uuid = connection.uuid;
    await syncNow(app, uuid);
  });
  const subscription = () => {
    const [found] = graph.subscriptions.values();
    return found;
  };

  test('200: the address repeats the validation token, as plain text, and a subscription is made', async () => {
    expect(graph.subscriptions.size).toBe(1);
    expect(subscription()).toMatchObject({
      resource: 'me/calendars/work/events',
      changeType: 'created,updated,deleted',
      lifecycleNotificationUrl: subscription().notificationUrl,
    });
    expect(await dueIn(uuid)).toBeGreaterThan(500);
  });

  test('202: a report makes it due; 404 without the client state; 400 when it is no report', async () => {
    expect(await graph.report('work')).toEqual([202]);
    expect(await dueIn(uuid)).toBeLessThanOrEqual(0);
    nowMs += 1000;
    await syncNow(app, uuid);
    expect(await graph.report('work', { clientState: 'guessed' })).toEqual([404]);
    expect(await dueIn(uuid)).toBeGreaterThan(500);
    const { pathname } = new URL(subscription().notificationUrl);
    const { status } = await app.inject({
      method: 'POST',
      url: pathname,
      payload: 'nonsense',
      headers: { 'content-type': 'text/plain' },
    });
    expect(status).toBe(400);
  });

  test('a subscription is renewed before its 10,080 minutes are over', async () => {
    const { id, expirationDateTime } = subscription();
    expect(Date.parse(expirationDateTime) - nowMs).toBeLessThanOrEqual(10_080 * 60_000);
    nowMs += 6.1 * dayMs;
    await syncNow(app, uuid);
    expect(graph.subscriptions.size).toBe(1);
    expect(subscription().id).toBe(id);
    expect(Date.parse(subscription().expirationDateTime) - nowMs).toBeGreaterThan(6.9 * dayMs);
  });

  test('reauthorizationRequired: it is renewed', async () => {
    graph.seen.length = 0;
    expect(await graph.report('work', { lifecycleEvent: 'reauthorizationRequired' })).toEqual([202]);
    await syncNow(app, uuid);
    expect(graph.seen).toContain(`PATCH /subscriptions/${subscription().id}`);
    graph.seen.length = 0;
    await syncNow(app, uuid);
    expect(graph.seen.filter((line) => line.includes('subscriptions'))).toEqual([]);
  });

  test('subscriptionRemoved: another takes its place', async () => {
    const { id } = subscription();
    await graph.report('work', { lifecycleEvent: 'subscriptionRemoved' });
    graph.subscriptions.clear();
    await syncNow(app, uuid);
    expect(graph.subscriptions.size).toBe(1);
    expect(subscription().id).not.toBe(id);
    expect(await channelsIn()).toHaveLength(1);
  });

  test('missed: the calendar is read, and the subscription stays', async () => {
    graph.put('work', {
      id: 'missed',
      start: { dateTime: '2027-02-12T09:00:00', timeZone: 'UTC' },
      end: { dateTime: '2027-02-12T10:00:00', timeZone: 'UTC' },
    });
    const { id } = subscription();
    expect(await graph.report('work', { lifecycleEvent: 'missed' })).toEqual([202]);
    expect(await dueIn(uuid)).toBeLessThanOrEqual(0);
    await syncNow(app, uuid);
    expect(await listBusyTimes(app)).toEqual(['2027-02-12T09:00/10:00']);
    expect(subscription().id).toBe(id);
  });

  test('nothing that is logged holds a token, a code or the address of a channel', () => {
    const text = logged.join('');
    expect(text).toContain('/connect/:provider/changes/:reference');
    for (const secret of [
      subscription().clientState,
      new URL(subscription().notificationUrl).pathname,
      'code=',
    ])
      expect(text).not.toContain(secret);
  });
});
