import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getZone } from '../../platform/zones.ts';
import { NotACalendarError } from './components.ts';
import { parseCalendar } from './events.ts';
import { expandEvents } from './expand.ts';

const piece = fc.constantFrom(
  ...[
    'BEGIN:VCALENDAR',
    'END:VCALENDAR',
    'BEGIN:VEVENT',
    'END:VEVENT',
    'BEGIN:VTIMEZONE',
    'END:VTIMEZONE',
    'BEGIN:',
    'END',
  ],
  ...[
    'UID:a',
    'UID:',
    'DTSTART:20270112T090000Z',
    'DTSTART;TZID=Mars/Olympus:20270112T090000',
    'DTSTART;VALUE=DATE:20270230',
  ],
  ...[
    'DTSTART:99999999T999999Z',
    'DTSTART:',
    'DTEND:20260101',
    'DURATION:PT1H',
    'DURATION:-P9999999W',
    'DURATION:x',
    'DTSTART;;=:',
  ],
  ...[
    'RRULE:FREQ=DAILY',
    'RRULE:FREQ=SECONDLY;INTERVAL=0',
    'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'RRULE:COUNT=-1',
    'RRULE:;;',
  ],
  ...[
    'EXDATE:20270112T090000Z,x',
    'RDATE;VALUE=PERIOD:20270112T090000Z/PT1H',
    'RECURRENCE-ID:20270113T090000Z',
    'STATUS:CANCELLED',
  ],
  ...[
    'FREEBUSY:20270112T090000Z/x',
    'BEGIN:VFREEBUSY',
    'END:VFREEBUSY',
    'TZOFFSETTO:+9999',
    'TZID:x',
    ' folded',
    '\t',
    '',
    '"',
    'X;A="b:c',
    '\0',
  ],
);
const lines = fc.array(fc.oneof({ weight: 8, arbitrary: piece }, fc.string({ maxLength: 12 })), {
  maxLength: 25,
});

const window = { start: Date.UTC(2027, 0, 12) / 60_000, end: Date.UTC(2027, 0, 14) / 60_000 };

test('whatever a file has in it, it is a calendar or a sentence why not, and can be expanded', async () => {
  let calendars = 0;
  await fc.assert(
    fc.asyncProperty(lines, fc.boolean(), async (inner, isWrapped) => {
      const wrapped = [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'BEGIN:VEVENT',
        'UID:x',
        ...inner,
        'END:VEVENT',
        'END:VCALENDAR',
      ];
      try {
        const stream = parseCalendar((isWrapped ? wrapped : inner).join('\r\n'));
        calendars += 1;
        await expandEvents(stream, window, getZone('Europe/Berlin'));
      } catch (error) {
        expect(error).toBeInstanceOf(NotACalendarError);
      }
    }),
    { numRuns: 1000 },
  );
  expect(calendars).toBeGreaterThan(50);
});

test('an entry whose length can’t be read counts for an hour and is named, and the others stay', () => {
  const event = (uid: string, more: string) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTART:20270112T090000Z',
    more,
    'END:VEVENT',
  ];
  const file = [
    'BEGIN:VCALENDAR',
    ...event('broken', 'DURATION:soon'),
    ...event('good', 'DURATION:PT1H'),
    'END:VCALENDAR',
  ];
  const { events } = parseCalendar(file.join('\r\n'));
  expect(events.map(({ uid, duration }) => [uid, duration])).toEqual([
    ['broken', 3600],
    ['good', 3600],
  ]);
  expect(events.map(({ unreadable }) => unreadable ?? null)).toEqual(['end', null]);
});
