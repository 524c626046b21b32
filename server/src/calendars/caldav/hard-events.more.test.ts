import { beforeAll, describe, expect, test } from 'vitest';
import { bookPage, fixedClock, listFreeTimes, createPage } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { useDav } from '../../../test/dav.ts';
import { cyrus, radicale, xandikos } from '../../../test/dav-servers.ts';

const app = useApp({ clock: fixedClock, config: { outboundAllow: ['127.0.0.1'] } });

/** As Evolution writes it: at most 75 octets, wherever that cuts a line. */
const folded = (line: string): string => line.replaceAll(/(?<=^.{75}(?:.{74})*)(?=.)/g, '\r\n ');
const calendar = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//x//EN', ...lines.map(folded), 'END:VCALENDAR', ''].join(
    '\r\n',
  );
const event = (uid: string, ...lines: string[]): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20270101T000000Z',
  ...lines,
  'END:VEVENT',
];

const tzid = '/freeassociation.sourceforge.net/America/Argentina/Buenos_Aires';
const zone = [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:-0300',
  'TZOFFSETTO:-0300',
  'END:STANDARD',
  'END:VTIMEZONE',
];
const at = (name: string, time: string): string => `${name};TZID=${tzid}:${time}`;

const long = calendar(
  ...zone,
  ...event('long', at('DTSTART', '20270112T060000'), at('DTEND', '20270112T070000')),
);
const declined = calendar(
  ...event(
    'declined',
    'DTSTART:20270113T090000Z',
    'DTEND:20270113T100000Z',
    'ORGANIZER:mailto:ann@example.com',
    'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;RSVP=TRUE;CN=Mara;PARTSTAT=DECLINED:mailto:mara@juniper.example',
  ),
);
const moved = calendar(
  ...zone,
  ...event(
    'moved',
    at('DTSTART', '20270118T060000'),
    at('DTEND', '20270118T070000'),
    'RRULE:FREQ=WEEKLY;COUNT=2',
  ),
  ...event(
    'moved',
    at('RECURRENCE-ID', '20270125T060000'),
    at('DTSTART', '20270126T080000'),
    at('DTEND', '20270126T090000'),
  ),
);
const unreadable = calendar(
  ...event(
    'unreadable',
    'DTSTART;TZID=Mars/Olympus:20270114T100000',
    'DTEND;TZID=Mars/Olympus:20270114T110000',
  ),
);

describe.each([radicale, xandikos, cyrus])('$name', (program) => {
  const dav = useDav(program);
  let uuid = '';

  const sync = async () => (await app.post(`/calendar-connections/${uuid}/sync`, {})).body.resource;
  const busy = async (): Promise<string[]> => {
    const { body } = await app.get('/busy-times?start=2027-01-01T00:00:00Z&end=2027-03-01T00:00:00Z');
    return (body.collection as { start: string }[]).map(({ start }) => start.slice(0, 16));
  };
  const attention = async () => (await app.get('/attention')).body.attention;

  beforeAll(async () => {
    if (!dav.url) return;
    await dav.put('long', long);
    await dav.put('declined', declined);
    await dav.put('moved', moved);
    const { url, username, password } = dav;
    const { body } = await app.post('/calendar-connections', { provider: 'caldav', url, username, password });
    uuid = body.resource.uuid;
  });

  test('folded lines count, declined events do not, and a moved occurrence counts once', async () => {
    expect(await sync()).toMatchObject({ changed: 3, connection: { state: 'ok' } });
    expect(await busy()).toEqual(['2027-01-12T09:00', '2027-01-18T09:00', '2027-01-26T11:00']);
  });

  test('409: an event whose start is folded is not booked over', async () => {
    const page = await createPage(app);
    expect(await listFreeTimes(app, page, '2027-01-12')).not.toContain('10:00');
    expect((await bookPage(app, page, { date: '2027-01-12', start: '10:00' })).status).toBe(409);
  });

  test('an event in a zone that nobody knows counts, and is reported until it is gone', async () => {
    await dav.put('unreadable', unreadable);
    const { connection } = await sync();
    expect(connection).toMatchObject({
      state: 'ok',
      calendars: [{ unreadableEvents: 1, warning: expect.stringContaining('2027-01-14 (time zone)') }],
    });
    expect(await busy()).toContain('2027-01-14T09:00');
    expect(await attention()).toEqual([
      expect.objectContaining({
        kind: 'calendar_unreadable',
        detail: expect.stringContaining('2027-01-14 (time zone)'),
      }),
    ]);
    await dav.remove('unreadable');
    expect(await sync()).toMatchObject({
      connection: { calendars: [{ unreadableEvents: 0, warning: null }] },
    });
    expect(await attention()).toEqual([]);
    await app.delete(`/calendar-connections/${uuid}`);
  });
});

describe('Radicale, as somebody else', () => {
  const dav = useDav(radicale);

  test('422: a calendar that is not shared is no wrong password', async () => {
    const connect = (password: string) =>
      app.post('/calendar-connections', {
        provider: 'caldav',
        url: `${dav.url}bob/work/`,
        username: dav.username,
        password,
      });
    const refused = await connect(dav.password);
    expect([refused.status, refused.body.errors]).toEqual([422, { url: [expect.stringContaining('(403)')] }]);
    const wrong = await connect('plum');
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      { password: [expect.stringContaining('(401)')] },
    ]);
  });
});
