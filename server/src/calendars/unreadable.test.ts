import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixedClock } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace } from '../platform/context.ts';
import { parseEntryContent } from './entries.ts';
import { expandSeries } from './expand-further.ts';
import { storeEntries } from './store-entries.ts';

const app = useApp({ clock: fixedClock, config: { outboundAllow: ['127.0.0.1'] } });

let status = 200;
let body = '';
let server: Server;
let url = '';
let uuid = '';
beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(status);
    response.end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mara.ics`;
  body = calendar(event('good'));
  uuid = (await app.post('/calendar-connections', { provider: 'ics', url })).body.resource.uuid;
});
afterAll(() => server.close());

const event = (uid: string, start = 'DTSTART:20270112T090000Z', ...more: string[]): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  start,
  'DURATION:PT1H',
  ...more,
  'END:VEVENT',
];
const calendar = (...events: string[][]): string =>
  ['BEGIN:VCALENDAR', 'X-WR-CALNAME:Ma', ' ra\\, private', ...events.flat(), 'END:VCALENDAR', ''].join(
    '\r\n',
  );

const sync = async () => (await app.post(`/calendar-connections/${uuid}/sync`, {})).body.resource.connection;
const busy = async (): Promise<string[]> => {
  const { body: found } = await app.get('/busy-times?start=2027-01-01T00:00:00Z&end=2027-02-01T00:00:00Z');
  return (found.collection as { start: string }[]).map(({ start }) => start.slice(0, 16));
};
const attention = async (token?: string) =>
  (await app.get('/attention', token === undefined ? {} : { token })).body.attention;

test('the name of a feed is read across its folds', async () => {
  expect((await sync()).calendars[0].name).toBe('Mara, private');
});

test('events that can’t be read are counted and named, to their owner and to admins, until they are gone', async () => {
  body = calendar(
    event('good'),
    event('no start', 'DTSTART:soon'),
    event('no rule', 'DTSTART:20270114T090000Z', 'RRULE:FREQ=SOMETIMES'),
    event('over', 'DTSTART:20200114T090000Z', 'EXDATE:never'),
    event('free', 'DTSTART:soon', 'TRANSP:TRANSPARENT'),
    event('no zone', 'DTSTART;TZID=Mars/Olympus:20270115T100000'),
    event('no exception', 'DTSTART:20270118T090000Z', 'EXDATE:never'),
  );
  const sentence =
    'Daybook can’t fully read 4 events in this calendar, so people might book you at the same time: 2027-01-14 (recurrence), 2027-01-15 (time zone), 2027-01-18 (recurrence), and 1 more. Check them in your calendar app.';
  expect(await sync()).toMatchObject({
    state: 'ok',
    error: null,
    calendars: [{ unreadableEvents: 4, warning: sentence }],
  });
  expect(await busy()).toEqual([
    '2027-01-12T09:00',
    '2027-01-14T09:00',
    '2027-01-15T09:00',
    '2027-01-18T09:00',
  ]);
  expect(await attention()).toEqual([
    {
      kind: 'calendar_unreadable',
      id: expect.any(String),
      title: 'Mara, private (127.0.0.1)',
      detail: sentence,
      count: 4,
      dates: ['2027-01-14', '2027-01-15', '2027-01-18'],
      reason: null,
      error: null,
      since: expect.stringContaining('2027-01-11T06:00:00'),
      url: expect.stringContaining('/app/settings/calendars'),
    },
  ]);
  const other = await app.tokenOf('aiko@juniper.example', ['events:read', 'schedules:read']);
  expect(await attention(other)).toEqual([]);

  body = calendar(event('good'), event('no start', 'DTSTART:soon'));
  expect((await sync()).calendars[0]).toMatchObject({
    unreadableEvents: 1,
    warning:
      'Daybook can’t fully read an event in this calendar, so people might book you at the same time: without a date (its start). Check it in your calendar app.',
  });

  body = calendar(event('good'));
  expect((await sync()).calendars[0]).toMatchObject({ unreadableEvents: 0, warning: null });
  expect(await attention()).toEqual([]);
});

test('a feed that arrives incomplete frees nobody', async () => {
  body = calendar(event('good'), event('second', 'DTSTART:20270113T090000Z'));
  await sync();
  const [whole, known] = [body, await busy()];
  for (const length of [
    whole.indexOf('END:VEVENT'),
    whole.indexOf('20270113'),
    whole.lastIndexOf('BEGIN:'),
    whole.lastIndexOf('END:'),
  ]) {
    body = whole.slice(0, length);
    expect(await sync()).toMatchObject({ state: 'failing', error: expect.stringContaining('incomplete') });
    expect(await busy()).toEqual(known);
  }
  body = whole;
  expect(await sync()).toMatchObject({ state: 'ok' });
});

test('an entry that was changed to what can’t be read still makes its owner busy as before, and is reported', async () => {
  await sync();
  const { rows } = await app.runtime.database.pool.query(
    'select workspace_id, id, member_id from calendar where connection_id = $1',
    [uuid],
  );
  const [{ workspace_id: workspaceId, id: calendarId, member_id: memberId }] = rows;
  const store = (text: string) =>
    runInWorkspace(app.runtime, createSystemActor(workspaceId), async (ctx) => {
      const content = parseEntryContent(text, 'mara@juniper.example', () => false);
      await storeEntries(ctx, calendarId, [{ externalId: 'entry', etag: null, content }]);
      await expandSeries(ctx, { calendarId, memberId, countsTentative: true }, ['entry']);
    });
  const warning = async () =>
    (await app.get(`/calendar-connections/${uuid}`)).body.resource.calendars[0].warning;
  await store(calendar(event('entry', 'DTSTART:20270120T090000Z')));
  expect([await busy(), await warning()]).toEqual([expect.arrayContaining(['2027-01-20T09:00']), null]);
  await store('<html>Sign in</html>');
  expect([await busy(), await warning()]).toEqual([
    expect.arrayContaining(['2027-01-20T09:00']),
    expect.stringContaining('(its format)'),
  ]);
  await store(calendar(event('entry', 'DTSTART:20270121T090000Z')));
  expect([await busy(), await warning()]).toEqual([expect.arrayContaining(['2027-01-21T09:00']), null]);
});

test('403: access that is refused is no wrong password, and 401 is', async () => {
  await sync();
  const known = await busy();
  status = 403;
  expect(await sync()).toMatchObject({
    state: 'failing',
    error:
      'The server doesn’t allow access to this calendar (403). Check its URL, and that it is shared with this account.',
  });
  expect(await busy()).toEqual(known);
  const connect = (fields: object) =>
    app.post('/calendar-connections', { provider: 'ics', url: `${url}?other`, ...fields });
  const refused = await connect({ username: 'mara', password: 'plum' });
  expect([refused.status, refused.body.errors]).toEqual([422, { url: [expect.stringContaining('(403)')] }]);

  status = 401;
  expect(await sync()).toMatchObject({
    state: 'needs_sign_in',
    error: 'The server needs a user name and password (401).',
  });
  const wrong = await connect({ username: 'mara', password: 'plum' });
  expect([wrong.status, wrong.body.errors]).toEqual([
    422,
    { password: ['Incorrect user name or password (401).'] },
  ]);
  status = 200;
  expect(await sync()).toMatchObject({ state: 'ok' });
});
