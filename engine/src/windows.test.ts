import { describe, expect, test } from 'vitest';
import { getZone } from '../fixtures/zones.ts';
import { toDayNumber } from './dates.ts';
import { computeBookableRange, computeEarliestStart, toDayRange, listReachedRanges } from './windows.ts';
import { UTC } from './zones.ts';

const minute = (text: string) => Date.parse(`${text}Z`) / 60_000;
const june = (dayOfMonth: number) => toDayNumber(2027, 6, dayOfMonth);

describe('the notice', () => {
  test('counts from the present, whatever its seconds', () => {
    expect(computeEarliestStart(Date.parse('2027-06-01T10:00:00.001Z'), 60)).toBe(minute('2027-06-01T11:01'));
    expect(computeEarliestStart(Date.parse('2027-06-01T10:00:00Z'), 60)).toBe(minute('2027-06-01T11:00'));
  });

  test('of nothing still leaves out the minute that has begun', () => {
    expect(computeEarliestStart(Date.parse('2027-06-01T10:00:00Z'), 0)).toBe(minute('2027-06-01T10:01'));
    expect(computeEarliestStart(Date.parse('2027-06-01T10:00:59Z'), 0)).toBe(minute('2027-06-01T10:01'));
  });
});

describe('the booking window', () => {
  const now = Date.parse('2027-06-01T23:30:00Z');

  test('rolls with the page’s own date, today and so many days more', () => {
    expect(computeBookableRange({ type: 'rolling', days: 2 }, now, UTC)).toEqual({
      start: june(1) * 1440,
      end: june(4) * 1440,
    });
    const tokyo = getZone('Asia/Tokyo');
    expect(computeBookableRange({ type: 'rolling', days: 0 }, now, tokyo)).toEqual(
      toDayRange(tokyo, june(2), june(2)),
    );
  });

  test('of dates holds both of them', () => {
    expect(computeBookableRange({ type: 'dates', firstDay: june(3), lastDay: june(4) }, now, UTC)).toEqual({
      start: june(3) * 1440,
      end: june(5) * 1440,
    });
  });

  test('can be open for ever', () => {
    const { start, end } = computeBookableRange({ type: 'unlimited' }, now, UTC);
    expect(start).toBeLessThan(minute('1900-01-01T00:00'));
    expect(end).toBeGreaterThan(minute('2900-01-01T00:00'));
  });

  test('is as long as its days, with a clock change too', () => {
    const { start, end } = toDayRange(
      getZone('America/New_York'),
      toDayNumber(2027, 11, 7),
      toDayNumber(2027, 11, 7),
    );
    expect(end - start).toBe(25 * 60);
  });
});

describe('a limit', () => {
  const window = { start: june(1) * 1440, end: june(20) * 1440 };

  test('per day closes the days that reached it', () => {
    const bookedByDay = new Map([
      [june(2), 2],
      [june(3), 1],
    ]);
    expect(listReachedRanges({ zone: UTC, perDay: 2, bookedByDay }, window)).toEqual([
      june(2) * 1440,
      june(3) * 1440,
    ]);
  });

  test('per week closes Monday to Sunday', () => {
    // 2027-06-09 is a Wednesday.
    const bookedByDay = new Map([
      [june(9), 1],
      [june(13), 1],
    ]);
    expect(listReachedRanges({ zone: UTC, perWeek: 2, bookedByDay }, window)).toEqual([
      june(7) * 1440,
      june(14) * 1440,
    ]);
  });

  test('per month closes all of its days, the last of a leap February too', () => {
    const february = (day: number) => toDayNumber(2028, 2, day);
    const bookedByDay = new Map([
      [february(1), 1],
      [february(29), 1],
    ]);
    const around = { start: toDayNumber(2028, 1, 20) * 1440, end: toDayNumber(2028, 3, 20) * 1440 };
    expect(listReachedRanges({ zone: UTC, perMonth: 2, bookedByDay }, around)).toEqual([
      february(1) * 1440,
      toDayNumber(2028, 3, 1) * 1440,
    ]);
    expect(listReachedRanges({ zone: UTC, perMonth: 3, bookedByDay }, around)).toEqual([]);
  });

  test('of minutes closes the days to which one more event would add too many', () => {
    const bookedByDay = new Map([
      [june(2), 90],
      [june(3), 60],
    ]);
    const limit = { zone: UTC, perDay: 120, bookedByDay };
    const second = [june(2) * 1440, june(3) * 1440];
    expect(listReachedRanges({ ...limit, adds: 30 }, window)).toEqual([]);
    expect(listReachedRanges({ ...limit, adds: 60 }, window)).toEqual(second);
    expect(listReachedRanges({ ...limit, adds: 61 }, window)).toEqual([june(2) * 1440, june(4) * 1440]);
  });

  test('counts the days of its own zone', () => {
    const tokyo = getZone('Asia/Tokyo');
    const bookedByDay = new Map([[june(2), 1]]);
    expect(listReachedRanges({ zone: tokyo, perDay: 1, bookedByDay }, window)).toEqual([
      june(2) * 1440 - 540,
      june(3) * 1440 - 540,
    ]);
  });

  test('that is not set closes nothing, one of zero everything', () => {
    expect(listReachedRanges(undefined, window)).toEqual([]);
    expect(
      listReachedRanges({ zone: UTC, perDay: null, bookedByDay: new Map([[june(2), 9]]) }, window),
    ).toEqual([]);
    expect(listReachedRanges({ zone: UTC, perDay: 0, bookedByDay: new Map() }, window)).toEqual([
      june(1) * 1440,
      june(21) * 1440,
    ]);
  });
});
