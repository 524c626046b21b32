import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixedClock } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';

const app = useApp({ clock: fixedClock, config: { outboundAllow: ['127.0.0.1'] } });

/** Answers as the test says. */
let answer: (response: ServerResponse) => void;
let server: Server;
let origin = '';
beforeAll(async () => {
  server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const calendar = (inner: string): string => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${inner}END:VCALENDAR\r\n`;
const event = (uid: string, more = '', start = '20270112T090000Z'): string =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:${start}\r\nDURATION:PT1H\r\n${more}END:VEVENT\r\n`;
const many = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join('');
const good = event('good');

let feeds = 0;
const connect = (provider = 'ics') => {
  feeds += 1;
  return app.post('/calendar-connections', { provider, url: `${origin}/${feeds}.ics` });
};
const serve = (body: string | Buffer, headers: Record<string, string> = {}) => {
  answer = (response) => {
    response.writeHead(200, headers);
    response.end(body);
  };
};

/** Connects it, reads it, and says when it makes its owner busy in January. */
async function busyBy(body: string): Promise<string[]> {
  serve(body);
  const { status, body: made } = await connect();
  expect(status, JSON.stringify(made)).toBe(201);
  const { uuid } = made.resource;
  const synced = await app.post(`/calendar-connections/${uuid}/sync`, {});
  expect(synced.body.resource.connection.error).toBeNull();
  const { body: busy } = await app.get('/busy-times?start=2027-01-12T00:00:00Z&end=2027-01-13T00:00:00Z');
  await app.delete(`/calendar-connections/${uuid}`);
  return (busy.collection as { start: string }[]).map(({ start }) => start.slice(0, 16));
}

const readable: Record<string, string> = {
  'a rule without end': event('x', 'RRULE:FREQ=SECONDLY\r\n', '20260101T000000Z'),
  'a rule that never occurs': event('x', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30\r\n', '20200230T000000Z'),
  'a thousand rules that never occur': many(1_000, (at) =>
    event(`x${at}`, 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\r\n', '19700101T000000Z'),
  ),
  'a rule that is none': event(
    'x',
    'RRULE:FREQ=SOMETIMES;BYDAY=XX;INTERVAL=-1\r\nRRULE:\r\n',
    '20260101T000000Z',
  ),
  'lines that are none': `no line at all\r\n\u0000\u0001\r\n:::\r\nX;"""""\r\nX-A;B="\r\n${event('x', ' \r\nnonsense\r\n', '19000101T000000Z')}`,
  'a line of quotation marks': `X;${'"'.repeat(300_000)}\r\nX;A=${'"a"'.repeat(100_000)}\r\n`,
  'one entry ten thousand times': many(10_000, () => event('same', '', '20280101T000000Z')),
  'a zone with too many changes': `BEGIN:VTIMEZONE\r\nTZID:Mine\r\n${many(
    2_000,
    () =>
      'BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nRRULE:FREQ=SECONDLY\r\nEND:STANDARD\r\n',
  )}END:VTIMEZONE\r\nBEGIN:VEVENT\r\nUID:z\r\nDTSTART;TZID=Mine:20280112T090000\r\nDURATION:PT1H\r\nEND:VEVENT\r\n`,
  'dates that do not exist':
    event('x', '', '99999999T999999Z') + event('y', '', '20270231T000000Z').replace('PT1H', 'P99999999999W'),
};

test.each(Object.entries(readable))(
  '%s: the rest of the calendar counts',
  { timeout: 60_000 },
  async (_, inner) => {
    expect(await busyBy(calendar(inner + good))).toContain('2027-01-12T09:00');
  },
);

const refused: Record<string, () => void> = {
  'fifty megabytes': () => {
    answer = (response) => {
      response.write('BEGIN:VCALENDAR\r\n');
      const line = `X-FILL:${'x'.repeat(65_000)}\r\n`;
      const write = (left: number): void => {
        if (left === 0) response.end('END:VCALENDAR\r\n');
        else if (response.write(line)) setImmediate(write, left - 1);
        else response.once('drain', () => write(left - 1));
      };
      response.on('error', () => undefined);
      write(800);
    };
  },
  'a hundred thousand entries': () => serve(calendar(many(100_000, (at) => event(`e${at}`)))),
  'a small file that unpacks to a large one': () =>
    serve(gzipSync(Buffer.alloc(100 * 1024 * 1024)), { 'content-encoding': 'gzip' }),
  'parts without end': () => serve(`BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\n'.repeat(10_000)}`),
  'a page': () => serve('<!doctype html><title>Sign in</title>'),
  nothing: () => serve(''),
};

test.each(Object.entries(refused))(
  '422: %s is refused with a sentence',
  { timeout: 60_000 },
  async (_, hostile) => {
    hostile();
    const before = process.memoryUsage().rss;
    const { status, body } = await connect();
    expect([status, body.errors]).toEqual([422, { url: [expect.stringMatching(/^[A-Z].*\.$/)] }]);
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(600);
  },
);

const entities = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaaaaaaaa">${many(20, (at) => `<!ENTITY b${at} "${`&${at === 0 ? 'a' : `b${at - 1}`};`.repeat(10)}">`)}]><d:multistatus xmlns:d="DAV:"><d:response><d:href>&b19;</d:href></d:response></d:multistatus>`;

test('a feed that was cut off on its way frees nobody', async () => {
  const whole = calendar(good + event('second', '', '20270112T120000Z'));
  serve(whole);
  const { uuid } = (await connect()).body.resource;
  const sync = async () => (await app.post(`/calendar-connections/${uuid}/sync`, {})).body.resource;
  await sync();
  serve(whole.slice(0, whole.indexOf('UID:second')));
  expect((await sync()).connection).toMatchObject({
    state: 'failing',
    error: expect.stringContaining('incomplete'),
  });
  const { body } = await app.get('/busy-times?start=2027-01-12T00:00:00Z&end=2027-01-13T00:00:00Z');
  expect(body.collection).toHaveLength(2);
  await app.delete(`/calendar-connections/${uuid}`);
});

test.each([
  ['entities that multiply', entities],
  ['elements without end', `<d:multistatus xmlns:d="DAV:">${'<d:response>'.repeat(100_000)}`],
  ['no XML', 'no XML'],
])('422: an answer of a CalDAV server with %s', { timeout: 60_000 }, async (_, xml) => {
  answer = (response) => {
    response.writeHead(207, { 'content-type': 'application/xml' });
    response.end(xml);
  };
  const { status, body } = await connect('caldav');
  expect([status, Object.keys(body.errors)]).toEqual([422, ['url']]);
});
