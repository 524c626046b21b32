import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalog, getZone } from '../fixtures/zones.ts';
import { parseDate } from './dates.ts';
import { getHours, listHourRuns, type DayHours, type Hours } from './hours.ts';
import { coversRange, intersectRanges, mergeRanges } from './ranges.ts';
import { computeSlots, type Page } from './slots.ts';
import { buildTravelerZone, type Trip } from './travel.ts';
import { toDayRange } from './windows.ts';
import { toDay, toInstant, startOfDay, toWallTime, type Zone } from './zones.ts';

const day = (text: string) => parseDate(text)!;
const utc = (minute: number) => new Date(minute * 60_000).toISOString().slice(0, 16);
const trip = (zone: string, first: string, last: string): Trip => ({
  zone: getZone(zone),
  firstDay: day(first),
  lastDay: day(last),
});
const everyDay = (...dayHours: DayHours): Hours => ({
  weekly: Array<DayHours>(7).fill(dayHours),
  special: new Map(),
});
const berlin = getZone('Europe/Berlin');

function runs(hours: Hours, zone: Zone, first: string, last: string): string[] {
  const flat = listHourRuns(hours, zone, day(first) * 1440, day(last) * 1440 + 1440);
  return Array.from(
    { length: flat.length / 2 },
    (_, i) => `${utc(flat[2 * i]!)} to ${utc(flat[2 * i + 1]!)}`,
  );
}

describe('a host who travels', () => {
  test('east has hours on the clock of the place, from the first date to the last', () => {
    const zone = buildTravelerZone(berlin, [trip('Asia/Tokyo', '2027-03-02', '2027-03-03')]);
    expect(runs(everyDay([540, 1020]), zone, '2027-03-01', '2027-03-04')).toEqual([
      '2027-03-01T08:00 to 2027-03-01T16:00',
      '2027-03-02T00:00 to 2027-03-02T08:00',
      '2027-03-03T00:00 to 2027-03-03T08:00',
      '2027-03-04T08:00 to 2027-03-04T16:00',
    ]);
  });

  test('west, over a clock change of both places', () => {
    const zone = buildTravelerZone(berlin, [trip('America/New_York', '2027-03-13', '2027-03-28')]);
    expect(runs(everyDay([540, 600]), zone, '2027-03-12', '2027-03-14')).toEqual([
      '2027-03-12T08:00 to 2027-03-12T09:00',
      '2027-03-13T14:00 to 2027-03-13T15:00',
      '2027-03-14T13:00 to 2027-03-14T14:00',
    ]);
    expect(runs(everyDay([540, 600]), zone, '2027-03-28', '2027-03-29')).toEqual([
      '2027-03-28T13:00 to 2027-03-28T14:00',
      '2027-03-29T07:00 to 2027-03-29T08:00',
    ]);
  });

  test('keeps the evening before, up to midnight of the place that is left, and no hour more', () => {
    const evening = everyDay([1200, 1440]);
    const west = buildTravelerZone(berlin, [trip('America/New_York', '2027-01-12', '2027-01-12')]);
    expect(runs(evening, west, '2027-01-11', '2027-01-13')).toEqual([
      '2027-01-11T19:00 to 2027-01-11T23:00',
      '2027-01-13T01:00 to 2027-01-13T05:00',
      '2027-01-13T19:00 to 2027-01-13T23:00',
    ]);
    const east = buildTravelerZone(berlin, [trip('Asia/Tokyo', '2027-01-12', '2027-01-12')]);
    expect(runs(evening, east, '2027-01-11', '2027-01-12')).toEqual([
      '2027-01-11T19:00 to 2027-01-11T23:00',
      '2027-01-12T11:00 to 2027-01-12T15:00',
    ]);
  });

  test('is offered at whole hours of the clock that they look at', () => {
    const zone = buildTravelerZone(berlin, [trip('Asia/Kathmandu', '2027-01-12', '2027-01-12')]);
    const page: Page = {
      mode: 'single',
      durationMinutes: 60,
      intervalMinutes: 60,
      bufferBeforeMinutes: 0,
      bufferAfterMinutes: 0,
      noticeMinutes: 0,
      bookable: { start: 0, end: 2 ** 30 },
    };
    const window = { start: day('2027-01-12') * 1440, end: day('2027-01-13') * 1440 };
    const found = computeSlots(
      { page, hosts: [{ zone, hours: everyDay([540, 660]), busy: [] }], nowMs: 0 },
      window,
    );
    expect([...found.starts].map(utc)).toEqual(['2027-01-12T03:15', '2027-01-12T04:15']);
  });
});

const someZone = fc.constantFrom(...catalog.names).map(getZone);
const first = day('2027-01-01');
const firstDays = fc.constantFrom(
  ...[
    '2027-03-14',
    '2027-03-28',
    '2027-04-04',
    '2027-10-03',
    '2027-10-31',
    '2027-11-07',
    '2027-06-15',
  ].flatMap((date) => [-2, -1, 0, 1, 2].map((by) => day(date) + by)),
);

/** Trips one after the other, some without a day between them. */
const someTrips = fc
  .tuple(
    firstDays,
    fc.array(fc.record({ zone: someZone, wait: fc.nat(2), days: fc.nat(3) }), { minLength: 1, maxLength: 3 }),
  )
  .map(([start, legs]) => {
    let next = start;
    return legs.map(({ zone, wait, days }): Trip => {
      const firstDay = next + wait;
      next = firstDay + days + 1;
      return { zone, firstDay, lastDay: firstDay + days };
    });
  });

const someHours = fc
  .array(
    fc
      .tuple(fc.nat(47), fc.nat(47))
      .map(([a, b]): readonly [number, number] => [Math.min(a, b) * 30, (Math.max(a, b) + 1) * 30]),
    { minLength: 1, maxLength: 2 },
  )
  .map((ranges) => everyDay(...ranges));

const journeys = fc.record({ home: someZone, trips: someTrips, hours: someHours });
const RUNS = { numRuns: 400 };

const windowOf = (trips: readonly Trip[]) => ({
  start: (trips[0]!.firstDay - 3) * 1440,
  end: (trips.at(-1)!.lastDay + 4) * 1440,
});

/** Every date by itself, on the clock of its place. */
function byDates(
  hours: Hours,
  home: Zone,
  trips: readonly Trip[],
  from: number,
  to: number,
): readonly number[] {
  const flat: number[] = [];
  for (let date = Math.floor(from / 1440) - 4; date <= Math.ceil(to / 1440) + 4; date++) {
    const zone = trips.find(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay)?.zone ?? home;
    for (const [start, end] of getHours(hours, date)) {
      const range = [toInstant(zone, date * 1440 + start), toInstant(zone, date * 1440 + end)];
      if (range[0]! < range[1]!) flat.push(...range);
    }
  }
  return mergeRanges(flat);
}

describe('for any home, trips and hours, over clock changes', () => {
  test('the hours are those of each date on the clock of its place', () => {
    fc.assert(
      fc.property(journeys, ({ home, trips, hours }) => {
        const window = windowOf(trips);
        const found = listHourRuns(hours, buildTravelerZone(home, trips), window.start, window.end);
        const inWindow = [window.start, window.end];
        expect(intersectRanges(found, inWindow)).toEqual(
          intersectRanges(byDates(hours, home, trips, window.start, window.end), inWindow),
        );
      }),
      RUNS,
    );
  });

  test('they are the same through any window', () => {
    fc.assert(
      fc.property(journeys, fc.nat(10 * 1440), ({ home, trips, hours }, at) => {
        const zone = buildTravelerZone(home, trips);
        const window = windowOf(trips);
        const instant = Math.min(window.start + at, window.end - 1);
        const whole = listHourRuns(hours, zone, window.start, window.end);
        const seen = listHourRuns(hours, zone, instant, instant + 1);
        expect(coversRange(seen, instant, instant + 1)).toBe(coversRange(whole, instant, instant + 1));
      }),
      RUNS,
    );
  });

  test('whole days off leave no hour of their dates', () => {
    fc.assert(
      fc.property(journeys, fc.nat(8), fc.nat(4), ({ home, trips, hours }, after, length) => {
        const zone = buildTravelerZone(home, trips);
        const from = trips[0]!.firstDay - 2 + after;
        const off = toDayRange(zone, from, from + length);
        for (let date = from; date <= from + length; date++) {
          const place =
            trips.find(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay)?.zone ?? home;
          for (const [start, end] of getHours(hours, date)) {
            const range = [toInstant(place, date * 1440 + start), toInstant(place, date * 1440 + end)];
            expect(range[0]! >= off.start && range[1]! <= off.end).toBe(true);
          }
        }
      }),
      RUNS,
    );
  });

  test('the clock is that of the place, and far from the trips that of home', () => {
    fc.assert(
      fc.property(journeys, ({ home, trips }) => {
        const zone = buildTravelerZone(home, trips);
        for (const { zone: place, firstDay, lastDay } of trips) {
          // Noon of a date that both places agree on lies in the stay, if that is long enough.
          if (lastDay - firstDay < 2) continue;
          const noon = startOfDay(place, firstDay + 1) + 720;
          expect(toWallTime(zone, noon)).toBe(toWallTime(place, noon));
        }
        for (const instant of [first * 1440 - 99_999, (first + 900) * 1440]) {
          expect(toWallTime(zone, instant)).toBe(toWallTime(home, instant));
          expect(toDay(zone, instant)).toBe(toDay(home, instant));
        }
      }),
      RUNS,
    );
  });
});
