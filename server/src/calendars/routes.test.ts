import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookPage, fixedClock, listFreeTimes, createPage, mara as maraSlug } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { expandAgainJob } from './expand.jobs.ts';
import cases from './ical/cases.json' with { type: 'json' };
import { syncConnection } from './sync.ts';

const app = useApp({ clock: fixedClock, config: { outboundAllow: ['127.0.0.1'] } });

/** Serves calendar files, with an ETag, and counts who asks. */
const files = new Map<string, { body: string; type?: string; status?: number; until?: Promise<void> }>();
const asked: { path: string; status: number }[] = [];
let server: Server;
let origin = '';

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const file = files.get(path);
    const etag = `"${file?.body.length}"`;
    const status = !file ? 404 : (file.status ?? (request.headers['if-none-match'] === etag ? 304 : 200));
    asked.push({ path, status });
    await file?.until;
    response.writeHead(status, { 'content-type': file?.type ?? 'text/calendar', etag });
    response.end(status === 200 ? file?.body : '');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function connectFeed(path: string) {
  const { status, body } = await app.post('/calendar-connections', { provider: 'ics', url: origin + path });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.resource as { uuid: string; calendars: { id: string }[] };
}

const meeting = (start: string, end: string, more = ''): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Private\r\nBEGIN:VEVENT\r\nUID:one@x\r\nDTSTART:${start}\r\nDTEND:${end}\r\nSUMMARY:Dentist\r\n${more}END:VEVENT\r\nEND:VCALENDAR\r\n`;

describe('a calendar by its address', () => {
  test('200: one that is only named stays as it is', async () => {
    files.set('/named.ics', { body: meeting('20270112T090000Z', '20270112T100000Z') });
    const { uuid, calendars } = await connectFeed('/named.ics');
    const named = { calendars: [{ id: calendars[0]?.id }] };
    const { status, body } = await app.patch(`/calendar-connections/${uuid}`, named);
    expect([status, body.resource.calendars]).toEqual([200, [expect.objectContaining({ isRead: true })]]);
    await app.delete(`/calendar-connections/${uuid}`);
  });

  test('200: a calendar is chosen by the newer names and by the older ones, and shown by both', async () => {
    files.set('/both.ics', { body: meeting('20270112T090000Z', '20270112T100000Z') });
    const { uuid, calendars } = await connectFeed('/both.ics');
    const id = calendars[0]?.id;
    const change = async (choice: object) => {
      const { status, body } = await app.patch(`/calendar-connections/${uuid}`, {
        calendars: [{ id, ...choice }],
      });
      return [status, body.resource?.calendars ?? body.errors];
    };
    const shown = (isRead: boolean) => [
      200,
      [expect.objectContaining({ blocksTime: isRead, isRead, receivesBookings: false, isWritten: false })],
    ];
    expect(await change({ blocksTime: false })).toEqual(shown(false));
    expect(await change({ isRead: true })).toEqual(shown(true));
    expect(await change({ blocksTime: false, isRead: false })).toEqual(shown(false));
    expect(
      await change({ blocksTime: true, isRead: false, receivesBookings: true, isWritten: false }),
    ).toEqual([
      422,
      {
        'calendars.0.isRead': ['Must equal blocksTime, which is its newer name. Send one of them.'],
        'calendars.0.isWritten': ['Must equal receivesBookings, which is its newer name. Send one of them.'],
      },
    ]);
    const isReadOnly = ['This calendar is read-only.'];
    expect(await change({ receivesBookings: true })).toEqual([
      422,
      { 'calendars.0.receivesBookings': isReadOnly },
    ]);
    expect(await change({ isWritten: true })).toEqual([422, { 'calendars.0.isWritten': isReadOnly }]);
    await app.delete(`/calendar-connections/${uuid}`);
  });

  test('404: of somebody who is not there', async () => {
    const email = 'nobody@juniper.example';
    const { status, body } = await app.post('/calendar-connections', { provider: 'ics', url: origin, email });
    expect([status, body.message]).toEqual([404, 'User not found.']);
  });

  test('201: is tried, read, and makes its owner busy', async () => {
    const page = await createPage(app);
    expect(await listFreeTimes(app, page, '2027-01-12')).toContain('10:00');
    files.set('/mara.ics', { body: meeting('20270112T090000Z', '20270112T100000Z') });
    const connection = await connectFeed('/mara.ics');
    expect(connection).toMatchObject({
      provider: 'ics',
      state: 'ok',
      calendars: [{ name: 'Private', isRead: true }],
    });
    const { body } = await app.post(`/calendar-connections/${connection.uuid}/sync`, {});
    expect(body.resource).toMatchObject({ changed: 1, removed: 0, connection: { state: 'ok' } });
    expect(await listFreeTimes(app, page, '2027-01-12')).not.toContain('10:00');
    const { status } = await bookPage(app, page, { date: '2027-01-12', start: '10:00' });
    expect(status).toBe(409);
    const busy = await app.get('/busy-times?start=2027-01-12T00:00:00Z&end=2027-01-13T00:00:00Z');
    expect(busy.body.collection).toEqual([
      {
        start: '2027-01-12T09:00:00.000000Z',
        end: '2027-01-12T10:00:00.000000Z',
        source: { kind: 'calendar', label: 'Private' },
      },
    ]);
    const why = await app.get(
      `/availability/${maraSlug}/event-types/${page.slug}/explain?at=2027-01-12T09:00:00Z`,
    );
    expect(why.body.resource).toMatchObject({
      isOffered: false,
      reason: 'busy',
      source: { kind: 'calendar', id: connection.calendars[0]?.id, label: 'Private' },
    });
    await app.delete(`/calendar-connections/${connection.uuid}`);
    expect(await listFreeTimes(app, page, '2027-01-12')).toContain('10:00');
  });
});

describe('a calendar that is changed while it is read', () => {
  test('is read from the beginning, and what was under way writes nothing', async () => {
    const file = { body: meeting('20270112T090000Z', '20270112T100000Z') };
    files.set('/changed.ics', file);
    const { uuid, calendars } = await connectFeed('/changed.ics');
    const sync = () => app.post(`/calendar-connections/${uuid}/sync`, {});
    const choose = (isRead: boolean) =>
      app.patch(`/calendar-connections/${uuid}`, { calendars: [{ id: calendars[0]?.id, isRead }] });
    const busy = async () =>
      (await app.get('/busy-times?start=2027-01-12T00:00:00Z&end=2027-01-13T00:00:00Z')).body.collection
        .length;
    await sync();
    expect(await busy()).toBe(1);

    let answer = (): void => undefined;
    const until = new Promise<void>((resolve) => (answer = resolve));
    files.set('/changed.ics', { ...file, until });
    asked.length = 0;
    const underWay = sync();
    await expect.poll(() => asked.length).toBe(1);
    await choose(false);
    await choose(true);
    answer();
    expect((await underWay).status).toBe(409);
    files.set('/changed.ics', file);
    expect((await sync()).body.resource).toMatchObject({ changed: 1 });
    expect(await busy()).toBe(1);
    await app.delete(`/calendar-connections/${uuid}`);
  });
});

test('a calendar says that an event recurs too often to be read, for as long as it has it', async () => {
  const endless = meeting('20270112T090000Z', '20270112T090100Z', 'RRULE:FREQ=MINUTELY\r\n');
  files.set('/often.ics', { body: endless });
  const { uuid } = await connectFeed('/often.ics');
  const warning = async () => {
    const { body } = await app.post(`/calendar-connections/${uuid}/sync`, {});
    const { state, calendars } = body.resource.connection;
    expect(state).toBe('ok');
    return calendars[0].warning;
  };
  expect(await warning()).toMatch(/ can’t fully read an event .*: 2027-01-12 \(recurrence\)/);
  files.set('/often.ics', { body: meeting('20270112T090000Z', '20270112T100000Z') });
  expect(await warning()).toBeNull();
  await app.delete(`/calendar-connections/${uuid}`);
});

test('an invitation that came by mail makes its host busy once, wherever the booking moves; events beside it count', async () => {
  const page = await createPage(app, { slotInterval: 15 });
  const { body } = await bookPage(app, page, { date: '2027-01-14', start: '10:00' });
  const invitation = (id: string) =>
    meeting('20270114T090000Z', '20270114T093000Z').replace('UID:one@x', `UID:${id}@daybook`);
  const others = meeting('20270114T140000Z', '20270114T150000Z').replace(/^[^]*?(?=BEGIN:VEVENT)/, '');
  const ours = invitation(body.uuid).replace('END:VCALENDAR\r\n', others);
  files.set('/invited.ics', { body: ours });
  const { uuid } = await connectFeed('/invited.ics');
  const busy = async () => {
    await app.post(`/calendar-connections/${uuid}/sync`, {});
    const range = 'start=2027-01-14T00:00:00Z&end=2027-01-15T00:00:00Z';
    const { body: found } = await app.get(`/busy-times?${range}`);
    return found.collection.map(
      ({ start, source }: { start: string; source: { kind: string } }) =>
        `${start.slice(11, 16)} ${source.kind}`,
    );
  };
  expect(await busy()).toEqual(['09:00 event', '14:00 calendar']);
  const moved = await app.put(`/scheduled-events/${body.uuid}/reschedule`, {
    ...{ date: '2027-01-14', start: '10:15', timeZone: 'Europe/Berlin' },
  });
  expect(moved.status, JSON.stringify(moved.body)).toBe(200);
  expect(await busy()).toEqual(['09:15 event', '14:00 calendar']);
  // To a booking of others, here or elsewhere, one is a guest.
  files.set('/invited.ics', { body: invitation('dbk-0000000000000000') });
  expect(await busy()).toEqual(['09:00 calendar', '09:15 event']);
  await app.delete(`/calendar-connections/${uuid}`);
});

test('409: nobody reads the calendars of a user who is deactivated, until they come back', async () => {
  const { body: made } = await app.post('/organizations/users', {
    ...{ email: 'away@calendars.example', firstName: 'A', lastName: 'Way', timezone: 'Europe/Berlin' },
  });
  files.set('/away.ics', { body: meeting('20270112T090000Z', '20270112T100000Z') });
  const fields = { provider: 'ics', url: `${origin}/away.ics`, email: 'away@calendars.example' };
  const { uuid } = (await app.post('/calendar-connections', fields)).body.resource;
  const user = `/organizations/users/${made.resource.uuid}`;
  expect((await app.delete(user)).status).toBe(200);
  const before = asked.length;
  const { status, body } = await app.post(`/calendar-connections/${uuid}/sync`, {});
  expect([status, body.message]).toEqual([
    409,
    'The owner of this calendar is deactivated, so it isn’t synced.',
  ]);
  const [due] = (
    await app.runtime.database.pool.query('select workspace_id, id from calendar_connection where id = $1', [
      uuid,
    ])
  ).rows;
  expect(await syncConnection(app.runtime, due)).toBeUndefined();
  expect(asked).toHaveLength(before);
  expect((await app.patch(user, { isActive: true })).status).toBe(200);
  expect((await app.post(`/calendar-connections/${uuid}/sync`, {})).status).toBe(200);
  await app.delete(`/calendar-connections/${uuid}`);
});

test('what a user declined is found again when their address changes', async () => {
  const { body: made } = await app.post('/organizations/users', {
    email: 'old@calendars.example',
    firstName: 'New',
    lastName: 'Name',
    timezone: 'Europe/Berlin',
  });
  const declined = 'ATTENDEE;PARTSTAT=DECLINED:mailto:new@calendars.example\r\n';
  files.set('/declined.ics', { body: meeting('20270112T090000Z', '20270112T100000Z', declined) });
  const fields = { provider: 'ics', url: `${origin}/declined.ics`, email: 'old@calendars.example' };
  const { uuid } = (await app.post('/calendar-connections', fields)).body.resource;
  const busyOf = async (email: string) => {
    await app.post(`/calendar-connections/${uuid}/sync`, {});
    const range = 'start=2027-01-12T00:00:00Z&end=2027-01-13T00:00:00Z';
    return (await app.get(`/busy-times?email=${email}&${range}`)).body.collection.length;
  };
  expect(await busyOf('old@calendars.example')).toBe(1);
  const changed = await app.patch(`/organizations/users/${made.resource.uuid}`, {
    email: 'new@calendars.example',
  });
  expect(changed.status).toBe(200);
  expect(await busyOf('new@calendars.example')).toBe(0);
});

describe('dates of a calendar are those of the place where its owner is', () => {
  test('also when a trip is added or removed, or the zone of the schedule changed, after it was read', async () => {
    const allDay = meeting('20270203', '20270204').replaceAll(/DT(START|END):/g, 'DT$1;VALUE=DATE:');
    files.set('/days.ics', { body: allDay });
    const { uuid } = await connectFeed('/days.ics');
    await app.post(`/calendar-connections/${uuid}/sync`, {});
    const busy = async () => {
      const { body } = await app.get('/busy-times?start=2027-02-01T00:00:00Z&end=2027-02-06T00:00:00Z');
      return body.collection.map(({ start, end }: { start: string; end: string }) =>
        [start, end].map((time) => time.slice(0, 16)).join('/'),
      );
    };
    const enqueued = async (name: string) => {
      const { rows } = await app.runtime.database.pool.query(
        `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
         where t.id = j.task_id and t.identifier = $1 returning j.payload`,
        [name],
      );
      expect(rows).toHaveLength(1);
      return rows.map(({ payload }) => payload as unknown);
    };
    const change = async (changes: object) => {
      const { status } = await app.patch('/schedules/default', {
        email: 'mara@juniper.example',
        ...changes,
      });
      expect(status).toBe(200);
      for (const payload of await enqueued('calendars.expand-again'))
        await expandAgainJob.run(app.runtime, expandAgainJob.payload.parse(payload));
      return busy();
    };
    expect(await busy()).toEqual(['2027-02-02T23:00/2027-02-03T23:00']);
    const trip = { startDate: '2027-02-01', endDate: '2027-02-05', timezone: 'America/Los_Angeles' };
    const inLosAngeles = ['2027-02-03T08:00/2027-02-04T08:00'];
    expect(await change({ travel: [trip] })).toEqual(inLosAngeles);
    expect(await change({ travel: [] })).toEqual(['2027-02-02T23:00/2027-02-03T23:00']);
    expect(await change({ timezone: 'America/Los_Angeles' })).toEqual(inLosAngeles);
    await change({ timezone: 'Europe/Berlin' });
    await app.delete(`/calendar-connections/${uuid}`);
  });
});

describe('the address of a feed, which is a secret', () => {
  const tables = `select table_name from information_schema.columns where table_schema = 'public' group by 1`;
  const query = async (text: string) => (await app.runtime.database.pool.query(text)).rows;

  /** Every table with a row in which the text stands. */
  const tablesWith = async (text: string): Promise<string[]> => {
    const found: string[] = [];
    for (const { table_name: name } of await query(tables)) {
      const [row] = await query(`select count(*)::int as n from "${name}" t where t::text like '%${text}%'`);
      if (row.n > 0) found.push(name);
    }
    return found;
  };

  test('stands in no table and no log, before and after it is disconnected; nor do a name and password in it', async () => {
    files.set('/quiet-heron.ics', { body: meeting('20270112T090000Z', '20270112T100000Z') });
    const { uuid } = await connectFeed('/quiet-heron.ics');
    const url = `${origin.replace('//', '//mara:loud-bittern@')}/quiet-heron.ics`;
    const other = await app.post('/calendar-connections', { provider: 'ics', url });
    expect([other.status, other.body.resource.account]).toEqual([201, 'mara at 127.0.0.1']);
    for (const id of [uuid, other.body.resource.uuid]) {
      await app.post(`/calendar-connections/${id}/sync`, {});
      expect([await tablesWith('quiet-heron'), await tablesWith('loud-bittern')]).toEqual([[], []]);
      await app.delete(`/calendar-connections/${id}`);
    }
    expect([await tablesWith('quiet-heron'), await tablesWith('loud-bittern')]).toEqual([[], []]);
    const log = await app.get('/audit-log?object=calendar_connection');
    expect(log.body.collection).not.toHaveLength(0);
    expect(JSON.stringify(log.body)).not.toMatch(/accountKey|account_key/);
  });

  test('409: one that was connected when the address was its key is recognized', async () => {
    files.set('/old.ics', { body: meeting('20270112T090000Z', '20270112T100000Z') });
    const { uuid } = await connectFeed('/old.ics');
    await query(`update calendar_connection set account_key = 'unknown ' || id where id = '${uuid}'`);
    const again = await app.post('/calendar-connections', { provider: 'ics', url: `${origin}/old.ics` });
    expect([again.status, again.body.message]).toEqual([409, 'This account is already connected.']);
    await app.delete(`/calendar-connections/${uuid}`);
  });
});

describe('busy times of a hard calendar are those that were worked out by hand', () => {
  test.each(cases.cases.map(({ id, name, ics, want }) => [`${id} ${name}`, id, ics, want] as const))(
    '%s',
    async (_, id, ics, want) => {
      files.set(`/${id}.ics`, { body: ics });
      const { uuid } = await connectFeed(`/${id}.ics`);
      const { body: synced } = await app.post(`/calendar-connections/${uuid}/sync`, {});
      expect(synced.resource.connection.error).toBeNull();
      const { body } = await app.get('/busy-times?start=2027-03-01T00:00:00Z&end=2027-05-01T00:00:00Z');
      const found = (body.collection as { start: string; end: string }[]).map(
        ({ start, end }) => `${start.slice(0, 16)}/${end.slice(0, 16)}`,
      );
      const full = want.map((range) => {
        const [start = '', end = ''] = range.split('/');
        return `${start}/${end.length === 5 ? start.slice(0, 11) + end : end}`;
      });
      await app.delete(`/calendar-connections/${uuid}`);
      expect(found.toSorted()).toEqual(full.toSorted());
    },
  );
});
