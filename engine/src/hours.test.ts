import { describe, expect, test } from 'vitest';
import { getZone } from '../fixtures/zones.ts';
import { formatDate, parseDate } from './dates.ts';
import { readHours, listHourRuns, type Hours } from './hours.ts';
import { UTC } from './zones.ts';

const newYork = getZone('America/New_York');
const everyDay = (timesets: [string, string][]) =>
  readHours({ weekly: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((day) => ({ day, timesets })) });

/** Runs that touch the dates, as `2027-03-14T13:00 to 2027-03-14T21:00` in UTC. */
function runs(hours: Hours, zone: typeof newYork, firstDate: string, lastDate = firstDate): string[] {
  const flat = listHourRuns(hours, zone, parseDate(firstDate)! * 1440, parseDate(lastDate)! * 1440 + 1440);
  const text = (minute: number) => new Date(minute * 60_000).toISOString().slice(0, 16);
  return Array.from(
    { length: flat.length / 2 },
    (_, i) => `${text(flat[2 * i]!)} to ${text(flat[2 * i + 1]!)}`,
  );
}

describe('hours', () => {
  test('are hours on the clock, whatever the day’s length', () => {
    const hours = everyDay([['09:00', '17:00']]);
    expect(runs(hours, newYork, '2027-03-13', '2027-03-14')).toEqual([
      '2027-03-13T14:00 to 2027-03-13T22:00',
      '2027-03-14T13:00 to 2027-03-14T21:00',
    ]);
    expect(runs(everyDay([['00:00', '05:00']]), newYork, '2027-11-07')).toEqual([
      '2027-11-07T04:00 to 2027-11-07T10:00',
    ]);
  });

  test('that the clock skips are no time', () => {
    expect(runs(everyDay([['02:00', '03:00']]), newYork, '2027-03-14')).toEqual([]);
  });

  test('that meet in a gap do not shorten each other', () => {
    expect(
      runs(
        everyDay([
          ['01:00', '02:30'],
          ['02:30', '03:00'],
        ]),
        newYork,
        '2027-03-14',
      ),
    ).toEqual(['2027-03-14T06:00 to 2027-03-14T07:30']);
  });

  test('of two days that meet at midnight are one run, seen whole from either day', () => {
    const hours = everyDay([
      ['00:00', '01:00'],
      ['22:00', '24:00'],
    ]);
    expect(runs(hours, UTC, '2027-06-02')).toEqual([
      '2027-06-01T22:00 to 2027-06-02T01:00',
      '2027-06-02T22:00 to 2027-06-03T01:00',
    ]);
  });

  test('of a date replace those of its weekday, and none closes it', () => {
    const hours = readHours({
      weekly: [
        { day: 'Tue', timesets: [['09:00', '17:00']] },
        { day: 'Wed', timesets: [['09:00', '17:00']] },
      ],
      special: [
        { date: '2027-06-01', timesets: [['12:00', '13:00']] },
        { date: '2027-06-02', timesets: [] },
      ],
    });
    expect(runs(hours, UTC, '2027-06-01', '2027-06-08')).toEqual([
      '2027-06-01T12:00 to 2027-06-01T13:00',
      '2027-06-08T09:00 to 2027-06-08T17:00',
    ]);
  });

  test('may be given in any order, overlapping, empty or turned around', () => {
    expect(
      runs(
        everyDay([
          ['13:00', '15:00'],
          ['09:00', '12:00'],
          ['11:00', '13:00'],
          ['17:00', '16:00'],
        ]),
        UTC,
        '2027-06-01',
      ),
    ).toEqual(['2027-06-01T09:00 to 2027-06-01T15:00']);
  });

  test('that began long before the window are followed back to their beginning', () => {
    const open = ['2027-06-01', '2027-06-02', '2027-06-03', '2027-06-04'];
    const hours = readHours({
      weekly: [],
      special: open.map((date) => ({ date, timesets: [['00:00', '24:00']] })),
    });
    expect(runs(hours, UTC, '2027-06-04')).toEqual(['2027-06-01T00:00 to 2027-06-05T00:00']);
  });

  test('that never end are followed back for two weeks only', () => {
    const [start] = listHourRuns(
      everyDay([['00:00', '24:00']]),
      UTC,
      parseDate('2027-06-20')! * 1440,
      parseDate('2027-06-21')! * 1440,
    );
    expect(formatDate(start! / 1440) <= '2027-06-05').toBe(true);
  });

  test.each([
    [{ weekly: [{ day: 'Monday', timesets: [] }] }, '"Monday" isn’t a weekday'],
    [{ weekly: [{ day: 'Mon', timesets: [['9', '17:00']] }] }, '"9" to "17:00" aren’t hours'],
    [{ weekly: [], special: [{ date: '2027-02-29', timesets: [] }] }, '"2027-02-29" isn’t a date'],
  ])('that can’t be read are refused by name: %j', (wire, message) => {
    expect(() => readHours(wire)).toThrow(message);
  });
});
