import { newBooking } from '@daybook/contract/scheduled-events';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookPage, buildBooking, listFreeTimes, createPage, monday } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { countStatements } from '../../test/statements.ts';
import { createSystemActor, createVisitorActor } from '../platform/auth/actor.ts';
import { runInWorkspace } from '../platform/context.ts';
import { leaseConnection } from './lease.ts';
import { bookOrPay } from '../payments/public.ts';
import { bookTime as bookAny, holdTime } from '../scheduled-events/public.ts';
import { useDav } from '../../test/dav.ts';
import { radicale } from '../../test/dav-servers.ts';

let minutes = 0;
const clock = { now: () => new Date(monday.getTime() + minutes * 60_000) };
const app = useApp({ clock, config: { outboundAllow: ['127.0.0.1'] } });
const dav = useDav(radicale);

const entry = (uid: string, start: string, end: string): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20270101T000000Z\r\nDTSTART:${start}\r\nDTEND:${end}\r\nSUMMARY:x\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

const query = async (text: string, values: unknown[] = []) =>
  (await app.runtime.database.pool.query(text, values)).rows;

const workspaceId = async () =>
  (await query(`select workspace_id from member where email = 'mara@juniper.example'`))[0].workspace_id;

const connect = async (email = 'mara@juniper.example'): Promise<string> => {
  const { username, password, url } = dav;
  const fields = { provider: 'caldav', url, username, password, email };
  const { status, body } = await app.post('/calendar-connections', fields);
  expect(status, JSON.stringify(body)).toBe(201);
  await app.post(`/calendar-connections/${body.resource.uuid}/sync`, {});
  return body.resource.uuid;
};

/** Takes connections and never answers. */
let blackHole: Server;
const sockets = new Set<Socket>();
beforeAll(async () => {
  blackHole = createTcpServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => {
    blackHole.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  blackHole.close();
});
/** From now on the server of a connection does not answer. */
const silence = (connectionId: string) => {
  const url = `http://127.0.0.1:${(blackHole.address() as AddressInfo).port}/`;
  const secret = app.runtime.secrets.seal(JSON.stringify({ url }));
  return query(
    `with c as (update calendar_connection set secret_sealed = $2 where id = $1)
     update calendar set external_id = $3 where connection_id = $1`,
    [connectionId, secret, url],
  );
};

beforeEach(async () => {
  minutes = 0;
  await query('delete from calendar_connection');
});

describe('a meeting that was entered in Radicale a second ago', () => {
  test('409: is not booked over, and the time is not offered any more', async () => {
    const page = await createPage(app);
    const uuid = await connect();
    expect(await listFreeTimes(app, page, '2027-01-12')).toContain('10:00');
    await dav.put('late', entry('late', '20270112T090000Z', '20270112T093000Z'));
    expect(await listFreeTimes(app, page, '2027-01-12')).toContain('10:00');
    const refused = await bookPage(app, page, { start: '10:00' });
    expect([refused.status, refused.body.message]).toEqual([409, 'This time is no longer available.']);
    expect(await listFreeTimes(app, page, '2027-01-12')).not.toContain('10:00');
    await dav.remove('late');
    await app.post(`/calendar-connections/${uuid}/sync`, {});
    expect((await bookPage(app, page, { start: '10:00' })).status).toBe(200);
    expect(
      await query('select calendars_read_at from event_host where calendars_read_at is not null'),
    ).toEqual([{ calendars_read_at: '2027-01-11T06:00:00.000000Z' }]);
  });

  test('409: no booking is moved or handed over onto it', async () => {
    const page = await createPage(app);
    await connect();
    const { uuid } = (await bookPage(app, page, { date: '2027-01-13', start: '09:00' })).body;
    await dav.put('later', entry('later', '20270113T130000Z', '20270113T140000Z'));
    const moved = { date: '2027-01-13', start: '14:00', timeZone: 'Europe/Berlin' };
    const move = await app.put(`/scheduled-events/${uuid}/reschedule`, moved);
    expect([move.status, move.body.message]).toEqual([409, 'This time is no longer available.']);
    await query('delete from calendar_connection');
    await connect('tomas@juniper.example');
    await dav.put('his', entry('his', '20270113T080000Z', '20270113T090000Z'));
    const handover = { newHostEmail: 'tomas@juniper.example', requireHostAvailability: true };
    expect((await app.put(`/scheduled-events/${uuid}/handover`, handover)).status).toBe(409);
    await dav.remove('later');
    await dav.remove('his');
  });

  test('200: a round robin books its other host, and a collective is refused', async () => {
    const user = { email: 'noor@juniper.example', firstName: 'Noor', lastName: 'Haddad' };
    await app.post('/organizations/users', { ...user, timezone: 'Europe/Berlin' });
    const hosts = [{ email: 'mara@juniper.example' }, { email: user.email }];
    const round = await createPage(app, { type: 'ROUND_ROBIN', hosts });
    const together = await createPage(app, { type: 'COLLECTIVE', hosts });
    await connect();
    await dav.put('first', entry('first', '20270118T080000Z', '20270118T090000Z'));
    const time = { date: '2027-01-18', start: '09:00' };
    expect((await bookPage(app, together, time)).status).toBe(409);
    const { status, body } = await bookPage(app, round, time);
    expect([status, body.hosts.map(({ email }: { email: string }) => email)]).toEqual([
      200,
      ['noor@juniper.example'],
    ]);
    await dav.remove('first');
  });

  test('409: nor does a time that was held before it help', async () => {
    const page = await createPage(app);
    await connect();
    const actor = createVisitorActor(await workspaceId(), '203.0.113.7');
    const time = { date: '2027-01-19', start: '11:00', timeZone: 'Europe/Berlin' };
    const target = { address: { ownerSlug: 'mara-lindqvist', eventTypeSlug: page.slug } };
    await runInWorkspace(app.runtime, actor, (ctx) => holdTime(ctx, target, time, 'a token'));
    await dav.put('held', entry('held', '20270119T100000Z', '20270119T110000Z'));
    const booking = newBooking.parse({ ...time, name: 'Ines Okafor', email: 'ines@okafor.example' });
    await expect(
      runInWorkspace(app.runtime, actor, (ctx) => bookOrPay(ctx, target, booking, 'a token')),
    ).rejects.toMatchObject({ status: 409 });
    await dav.remove('held');
  });
});

describe('a server that does not answer', () => {
  test('200 while what is known is recent, then 503; other hosts are booked as ever', async () => {
    const page = await createPage(app);
    await silence(await connect());
    expect((await bookPage(app, page, { date: '2027-01-14', start: '09:00' })).status).toBe(200);
    minutes = 20;
    const refused = await bookPage(app, page, { date: '2027-01-14', start: '10:00' });
    expect(refused.status).toBe(503);
    expect(refused.body.message).toContain('host’s calendar isn’t responding');
    expect(refused.headers['retry-after']).toBe('120');
    const hosts = [{ email: 'mara@juniper.example' }, { email: 'noor@juniper.example' }];
    const round = await createPage(app, { type: 'ROUND_ROBIN', hosts });
    const { status, body } = await bookPage(app, round, { date: '2027-01-14', start: '10:00' });
    expect([status, body.hosts.map(({ email }: { email: string }) => email)]).toEqual([
      200,
      ['noor@juniper.example'],
    ]);
  });
});

describe('a calendar that was not read since it counts', () => {
  test('503: is not known, whenever its account was read', async () => {
    const page = await createPage(app);
    await dav.put('known', entry('known', '20270121T090000Z', '20270121T100000Z'));
    const uuid = await connect();
    const booking = { date: '2027-01-21', start: '10:00' };
    expect((await bookPage(app, page, booking)).status).toBe(409);
    const { calendars } = (await app.get(`/calendar-connections/${uuid}`)).body.resource;
    await silence(uuid);
    for (const isRead of [false, true])
      await app.patch(`/calendar-connections/${uuid}`, { calendars: [{ id: calendars[0].id, isRead }] });
    expect((await bookPage(app, page, booking)).status).toBe(503);
    await dav.remove('known');
  });
});

describe('a process that was killed while it read', () => {
  const seconds = (count: number) => (minutes += count / 60);
  const leasedUntil = async (): Promise<number> =>
    Date.parse((await query('select leased_until from calendar_connection'))[0].leased_until);

  test('409: does not keep others from reading for more than some seconds', async () => {
    const page = await createPage(app);
    const id = await connect();
    expect(await leaseConnection(app.runtime, { workspace_id: await workspaceId(), id })).toBeDefined();
    expect((await app.post(`/calendar-connections/${id}/sync`, {})).status).toBe(409);
    await dav.put('after', entry('after', '20270122T090000Z', '20270122T100000Z'));
    seconds(11);
    expect((await bookPage(app, page, { date: '2027-01-22', start: '10:00' })).status).toBe(409);
    expect((await app.post(`/calendar-connections/${id}/sync`, {})).status).toBe(200);
    await dav.remove('after');
  });

  test('one that is alive extends its lease for as long as it reads', { timeout: 40_000 }, async () => {
    const id = await connect();
    await silence(id);
    const reading = app.post(`/calendar-connections/${id}/sync`, {});
    await expect.poll(leasedUntil).toBe(monday.getTime() + 10_000);
    seconds(8);
    await expect.poll(leasedUntil, { timeout: 10_000 }).toBe(monday.getTime() + 18_000);
    for (const socket of sockets) socket.destroy();
    expect((await reading).body.resource.connection.state).toBe('failing');
  });
});

test('a calendar that was added to the account is found by reading it now', async () => {
  const id = await connect();
  const { username, password } = dav;
  const [{ external_id: url }] = await query('select external_id from calendar');
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const added = new URL('../added/', url);
  expect((await fetch(added, { method: 'MKCALENDAR', headers: { authorization } })).status).toBe(201);
  const synced = await app.post(`/calendar-connections/${id}/sync`, {});
  expect(synced.body.resource.connection.calendars).toHaveLength(2);
  await fetch(added, { method: 'DELETE', headers: { authorization } });
});

test('hosts without calendars cost no statement, and those with them are asked once, outside of the transaction', async () => {
  const page = await createPage(app);
  const counting = countStatements(app.runtime);
  const taken = async (start: string): Promise<number> => {
    const booking = buildBooking(page, { date: '2027-01-20', start });
    await runInWorkspace(counting.runtime, createSystemActor(await workspaceId()), (ctx) =>
      bookAny(ctx, newBooking.parse(booking)),
    );
    return counting.take();
  };
  const before = await taken('09:00');
  expect(await taken('09:30')).toBe(before);
  await connect();
  expect(await taken('10:00')).toBeGreaterThan(before);
});
