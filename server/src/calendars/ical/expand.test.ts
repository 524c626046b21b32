import { describe, expect, test } from 'vitest';
import { getZone, resolveHostZone } from '../../platform/zones.ts';
import cases from './cases.json' with { type: 'json' };
import { parseCalendar } from './events.ts';
import { expandEvents } from './expand.ts';

const minute = (text: string): number => Date.parse(`${text}Z`) / 60_000;
const window = { start: minute('2027-03-01T00:00'), end: minute('2027-05-01T00:00') };

async function busy(ics: string, zone = getZone('Europe/Berlin')): Promise<string[]> {
  const { occurrences } = await expandEvents(parseCalendar(ics), window, zone);
  return occurrences
    .filter(({ event }) => !event.isFree)
    .map(({ start, end }) => `${text(start)}/${text(end)}`)
    .toSorted();
}

const text = (at: number): string => new Date(at * 60_000).toISOString().slice(0, 16);
const full = (range: string): string => {
  const [start = '', end = ''] = range.split('/');
  return `${start}/${end.length === 5 ? `${start.slice(0, 11)}${end}` : end}`;
};

describe('a hard calendar is read as its owner reads it', () => {
  test.each(cases.cases.map(({ id, name, ics, want }) => [`${id} ${name}`, ics, want] as const))(
    '%s',
    async (_, ics, want) => {
      expect(await busy(ics)).toEqual(want.map(full).toSorted());
    },
  );
});

const calendar = (...components: string[]): string =>
  ['BEGIN:VCALENDAR', ...components, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]): string => ['BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT'].join('\r\n');
const mondays = event(
  'DTSTART;TZID=Europe/Berlin:20270301T090000',
  'DTEND;TZID=Europe/Berlin:20270301T100000',
  'RRULE:FREQ=WEEKLY;COUNT=6',
);
const from = (date: string) => `RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:${date}T090000`;

describe('an occurrence that was changed with all later ones', () => {
  test('moves them on the clock, over its changes, and lasts as long as it does', async () => {
    const later = event(from('20270322'), 'DTSTART;TZID=Europe/Berlin:20270323T140000', 'DURATION:PT90M');
    expect(await busy(calendar(later, mondays))).toEqual([
      '2027-03-01T08:00/2027-03-01T09:00',
      '2027-03-08T08:00/2027-03-08T09:00',
      '2027-03-15T08:00/2027-03-15T09:00',
      '2027-03-23T13:00/2027-03-23T14:30',
      '2027-03-30T12:00/2027-03-30T13:30',
      '2027-04-06T12:00/2027-04-06T13:30',
    ]);
  });

  test('the last change before an occurrence counts, one of its own more, and cancelled ones are over', async () => {
    const second = event(from('20270308'), 'DTSTART:20270308T150000Z', 'DURATION:PT1H');
    const alone = event(
      'RECURRENCE-ID;TZID=Europe/Berlin:20270315T090000',
      'DTSTART:20270316T070000Z',
      'DURATION:PT1H',
    );
    const end = event(from('20270322'), 'DTSTART:20270322T080000Z', 'DURATION:PT1H', 'STATUS:CANCELLED');
    expect(await busy(calendar(mondays, second, alone, end))).toEqual([
      '2027-03-01T08:00/2027-03-01T09:00',
      '2027-03-08T15:00/2027-03-08T16:00',
      '2027-03-16T07:00/2027-03-16T08:00',
    ]);
  });
});

test('a date that is added with a length of its own lasts for it', async () => {
  const added = 'RDATE;VALUE=PERIOD:20270302T090000Z/PT3H,20270303T093000Z/20270303T100000Z';
  expect(await busy(calendar(event('DTSTART:20270301T090000Z', 'DURATION:PT1H', added)))).toEqual([
    '2027-03-01T09:00/2027-03-01T10:00',
    '2027-03-02T09:00/2027-03-02T12:00',
    '2027-03-03T09:30/2027-03-03T10:00',
  ]);
});

test('a calendar that only says when its owner is busy makes them busy', async () => {
  const lines = [
    'BEGIN:VFREEBUSY',
    'DTSTART:20270301T000000Z',
    'DTEND:20270401T000000Z',
    'FREEBUSY:20270301T090000Z/PT1H,20270302T090000Z/20270302T120000Z',
    'FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20270303T090000Z/PT1H',
    'FREEBUSY;FBTYPE=FREE:20270304T090000Z/PT1H',
    'END:VFREEBUSY',
  ];
  expect(await busy(calendar(...lines))).toEqual([
    '2027-03-01T09:00/2027-03-01T10:00',
    '2027-03-02T09:00/2027-03-02T12:00',
    '2027-03-03T09:00/2027-03-03T10:00',
  ]);
});

test('every hour for as long as is looked ahead is read', async () => {
  const hourly = event('DTSTART:20260101T000000Z', 'DURATION:PT5M', 'RRULE:FREQ=HOURLY');
  const year = { start: minute('2026-12-01T00:00'), end: minute('2028-05-24T00:00') };
  const { occurrences, unreadable } = await expandEvents(
    parseCalendar(calendar(hourly)),
    year,
    getZone('Europe/Berlin'),
  );
  expect([occurrences.length, unreadable]).toEqual([540 * 24, []]);
});

test('dates and times without a zone are those of the place where the reader is on that date', async () => {
  const trip = { startDate: '2027-03-08', endDate: '2027-03-12', timezone: 'America/Los_Angeles' };
  const days = event('DTSTART;VALUE=DATE:20270307', 'RRULE:FREQ=DAILY;COUNT=2');
  const nine = event('DTSTART:20270307T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;INTERVAL=3;COUNT=3');
  const week = event('DTSTART;VALUE=DATE:20270312', 'DTEND;VALUE=DATE:20270314');
  const zone = resolveHostZone({ timezone: 'Europe/Berlin', travel: [trip] });
  const found = await Promise.all([days, nine, week].map((entry) => busy(calendar(entry), zone)));
  expect(found).toEqual([
    ['2027-03-06T23:00/2027-03-07T23:00', '2027-03-08T08:00/2027-03-09T08:00'],
    [
      '2027-03-07T08:00/2027-03-07T09:00',
      '2027-03-10T17:00/2027-03-10T18:00',
      '2027-03-13T08:00/2027-03-13T09:00',
    ],
    ['2027-03-12T08:00/2027-03-13T23:00'],
  ]);
});

test('many rules are all expanded, and others get their turn meanwhile', async () => {
  const event = (index: number) =>
    `BEGIN:VEVENT\r\nUID:${index}\r\nDTSTART:20270301T0900${String(index % 60).padStart(2, '0')}Z\r\nDURATION:PT5M\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT`;
  const stream = parseCalendar(
    calendar(Array.from({ length: 100 }, (_, index) => event(index)).join('\r\n')),
  );
  let [turns, isOver] = [0, false];
  const others = (): void => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  others();
  const { occurrences, unreadable } = await expandEvents(stream, window, getZone('UTC'));
  isOver = true;
  expect([occurrences.length, unreadable]).toEqual([100 * 61, []]);
  expect(turns).toBeGreaterThan(1);
});
