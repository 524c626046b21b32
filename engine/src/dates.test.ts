import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  toCalendarDate,
  toDayNumber,
  formatClock,
  formatDate,
  formatOffset,
  getMonday,
  parseClock,
  parseDate,
  parseOffset,
  getWeekday,
} from './dates.ts';

const days = fc.integer({ min: -200_000, max: 200_000 });

describe('dates', () => {
  test('agree with the runtime’s calendar in both directions', () => {
    fc.assert(
      fc.property(days, (day) => {
        const theirs = new Date(day * 86_400_000);
        expect(toCalendarDate(day)).toEqual({
          year: theirs.getUTCFullYear(),
          month: theirs.getUTCMonth() + 1,
          dayOfMonth: theirs.getUTCDate(),
        });
        const { year, month, dayOfMonth } = toCalendarDate(day);
        expect(toDayNumber(year, month, dayOfMonth)).toBe(day);
        expect(getWeekday(day)).toBe(theirs.getUTCDay());
      }),
    );
  });

  test('a week begins on Monday', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(getWeekday(getMonday(day))).toBe(1);
        expect(day - getMonday(day)).toBeGreaterThanOrEqual(0);
        expect(day - getMonday(day)).toBeLessThan(7);
      }),
    );
  });

  test('are read back as they are written', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 100_000 }), (day) => parseDate(formatDate(day)) === day));
    expect(formatDate(0)).toBe('1970-01-01');
  });

  test.each(['2026-02-30', '2026-13-01', '2026-00-10', '2026-1-1', '26-01-01', '2026-01-01T00:00', ''])(
    'refuses %j',
    (text) => expect(parseDate(text)).toBeUndefined(),
  );
});

describe('clock times', () => {
  test('reads every minute of the day, and 24:00 as its end', () => {
    for (let minute = 0; minute <= 1440; minute++) expect(parseClock(formatClock(minute))).toBe(minute);
    expect(formatClock(1440)).toBe('24:00');
  });

  test.each(['24:01', '25:00', '09:60', '9:00', '09:00:00', 'noon', ''])('refuses %j', (text) =>
    expect(parseClock(text)).toBeUndefined(),
  );

  test('says so when asked for a minute that no day has', () => {
    expect(() => formatClock(1441)).toThrow('1441 isn’t a minute of a day');
  });
});

describe('offsets', () => {
  test.each([
    ['+00:00', 0],
    ['+05:45', 345],
    ['-03:30', -210],
    ['+14:00', 840],
  ])('%s is %i minutes', (text, minutes) => {
    expect(parseOffset(text)).toBe(minutes);
    expect(formatOffset(minutes)).toBe(text);
  });

  test('reads Z and -00:00 as zero', () => {
    expect(parseOffset('Z')).toBe(0);
    expect(Object.is(parseOffset('-00:00'), 0)).toBe(true);
  });

  test.each(['+1:00', '01:00', '+01:60', '+24:00', '+0100'])('refuses %j', (text) =>
    expect(parseOffset(text)).toBeUndefined(),
  );
});
