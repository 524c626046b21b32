import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getZone } from '../fixtures/zones.ts';
import { formatDate, MINUTES_PER_DAY, modulo, parseDate, getWeekday } from './dates.ts';
import { findInstants } from './present.ts';
import { listOccurrenceDays, type Frequency } from './recurrence.ts';
import { toWallTime } from './zones.ts';

const daysOf = (date: string, frequency: Frequency, count: number): string[] =>
  listOccurrenceDays(parseDate(date) ?? 0, frequency, count).map(formatDate);

describe('the days of a series', () => {
  test('weeks are counted in days, months by the weekday', () => {
    expect(daysOf('2027-02-23', 'weekly', 3)).toEqual(['2027-02-23', '2027-03-02', '2027-03-09']);
    expect(daysOf('2027-12-21', 'biweekly', 3)).toEqual(['2027-12-21', '2028-01-04', '2028-01-18']);
    expect(daysOf('2027-11-09', 'monthly', 4)).toEqual([
      '2027-11-09',
      '2027-12-14',
      '2028-01-11',
      '2028-02-08',
    ]);
  });

  test('a fifth weekday is the last one in months that have four', () => {
    expect(daysOf('2027-03-31', 'monthly', 4)).toEqual([
      '2027-03-31',
      '2027-04-28',
      '2027-05-26',
      '2027-06-30',
    ]);
  });

  test('in every zone the clock shows the same time at each of them, on the same weekday, months one after the other', () => {
    const names = [
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'Asia/Kolkata',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.integer({ min: 20_400, max: 22_000 }),
        fc.integer({ min: 0, max: MINUTES_PER_DAY - 1 }),
        fc.constantFrom<Frequency>('weekly', 'biweekly', 'monthly'),
        (name, first, clock, frequency) => {
          const zone = getZone(name);
          const days = listOccurrenceDays(first, frequency, 52);
          expect(days[0]).toBe(first);
          for (const [index, day] of days.entries()) {
            expect(getWeekday(day)).toBe(getWeekday(first));
            const before = days[index - 1];
            if (before !== undefined) {
              const weeks = (day - before) / 7;
              expect(frequency === 'weekly' ? [1] : frequency === 'biweekly' ? [2] : [4, 5]).toContain(weeks);
              if (frequency === 'monthly') expect(monthOf(day)).toBe((monthOf(before) % 12) + 1);
            }
            // None where clocks skip it, two where they show it twice.
            for (const instant of findInstants(zone, day, clock)) {
              expect(modulo(toWallTime(zone, instant), MINUTES_PER_DAY)).toBe(clock);
              expect(Math.floor(toWallTime(zone, instant) / MINUTES_PER_DAY)).toBe(day);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

function monthOf(day: number): number {
  return Number(formatDate(day).slice(5, 7));
}
