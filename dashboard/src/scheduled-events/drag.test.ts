import { minutesPerDay, toClock } from '@daybook/booking/calendar';
import { getOffset } from '@daybook/booking/zones';
import { describe, expect, test } from 'vitest';
import { resolveWallTime } from '../platform/wall-time.ts';
import {
  findDropSpot,
  formatLocal,
  pickHour,
  pickRange,
  resolveTarget,
  stepHour,
  stepSpot,
} from './drag.rules.ts';

test('a click picks an hour from the half hour under it, and a drag what it covers in quarters of an hour', () => {
  expect(pickHour({ day: 3, minute: 9 * 60 + 44 })).toEqual({ day: 3, from: 570, to: 630 });
  expect(pickHour({ day: 3, minute: 1439 })).toEqual({ day: 3, from: 1380, to: 1440 });
  expect(pickRange({ day: 3, minute: 605 }, 666)).toEqual({ day: 3, from: 600, to: 675 });
  expect(pickRange({ day: 3, minute: 666 }, 605)).toEqual({ day: 3, from: 600, to: 675 });
  expect(pickRange({ day: 3, minute: 600 }, 600)).toEqual({ day: 3, from: 600, to: 615 });
  expect(pickRange({ day: 3, minute: 1435 }, 2000)).toEqual({ day: 3, from: 1425, to: 1440 });
});

test('an event begins where its top is dropped, in quarters of an hour, within the days that are shown', () => {
  const days = { first: 10, last: 16 };
  expect(findDropSpot({ day: 11, minute: 622 }, 20, days)).toEqual({ day: 11, minute: 600 });
  expect(findDropSpot({ day: 11, minute: 10 }, 60, days)).toEqual({ day: 10, minute: 1395 });
  expect(findDropSpot({ day: 10, minute: 10 }, 60, days)).toEqual({ day: 10, minute: 0 });
  expect(findDropSpot({ day: 16, minute: 1500 }, 0, days)).toEqual({ day: 16, minute: 1425 });
});

test('keys move by a quarter of an hour, an hour or a day; from right to left, left is the next day', () => {
  const days = { first: 10, last: 16 };
  const from = { day: 12, minute: 600 };
  const after = (key: string, forward: 1 | -1 = 1) => stepSpot(from, key, forward, days);
  expect([after('ArrowDown'), after('ArrowUp'), after('PageDown')].map((spot) => spot?.minute)).toEqual([
    615, 585, 660,
  ]);
  expect([after('ArrowRight'), after('ArrowLeft'), after('ArrowLeft', -1)].map((spot) => spot?.day)).toEqual([
    13, 11, 13,
  ]);
  expect(stepSpot({ day: 16, minute: 600 }, 'ArrowRight', 1, days)).toEqual({ day: 16, minute: 600 });
  expect(after('x')).toBeUndefined();
});

test('keys reach an hour by half hours and days, and stop at the edges of the week', () => {
  const days = { first: 10, last: 16 };
  const from = { day: 10, from: 540, to: 600 };
  const after = (key: string, forward: 1 | -1 = 1) => stepHour(from, key, forward, days);
  expect(after('ArrowDown')).toEqual({ day: 10, from: 570, to: 630 });
  expect(after('ArrowUp')).toEqual({ day: 10, from: 510, to: 570 });
  expect([after('ArrowRight')?.day, after('ArrowLeft')?.day, after('ArrowLeft', -1)?.day]).toEqual([
    11, 10, 11,
  ]);
  expect(stepHour({ day: 16, from: 1380, to: 1440 }, 'PageDown', 1, days)?.from).toBe(1380);
  expect(after('Enter')).toBeUndefined();
});

describe('where the clocks of Berlin change', () => {
  const minute = (text: string): number => Date.parse(`${text}Z`) / 60_000;
  const spans = [
    [Number.NEGATIVE_INFINITY, 60],
    [minute('2027-03-28T01:00'), 120],
    [minute('2027-10-31T01:00'), 60],
  ] as const;
  const clock = {
    toInstant: (wall: { day: number; clock: string }) => {
      const [hours = 0, minutes = 0] = wall.clock.split(':').map(Number);
      const at = resolveWallTime(spans, wall.day * minutesPerDay + hours * 60 + minutes);
      return new Date(at * 60_000).toISOString();
    },
    toWallTime: (instant: number) => {
      const wall = instant / 60_000 + getOffset(spans, instant / 60_000);
      const day = Math.floor(wall / minutesPerDay);
      return { day, clock: toClock(wall - day * minutesPerDay) };
    },
  };
  const hourLong = { startTime: '2027-03-26T09:00:00Z', endTime: '2027-03-26T10:00:00Z' };
  const drop = (date: string, at: number) => {
    const {
      date: on,
      start,
      startTime,
      endTime,
    } = resolveTarget({ day: minute(`${date}T00:00`) / minutesPerDay, minute: at }, hourLong, clock);
    return [on, start, startTime.slice(0, 16), endTime.slice(0, 16)];
  };

  test('an event lands on the time that the clock shows, before and after the change', () => {
    expect(drop('2027-03-27', 600)).toEqual(['2027-03-27', '10:00', '2027-03-27T09:00', '2027-03-27T10:00']);
    expect(drop('2027-03-28', 600)).toEqual(['2027-03-28', '10:00', '2027-03-28T08:00', '2027-03-28T09:00']);
    expect(drop('2027-10-31', 60)).toEqual(['2027-10-31', '01:00', '2027-10-30T23:00', '2027-10-31T00:00']);
    expect(drop('2027-10-31', 600)).toEqual(['2027-10-31', '10:00', '2027-10-31T09:00', '2027-10-31T10:00']);
  });

  test('a time that is skipped is behind the gap, and one that is shown twice is the first', () => {
    expect(drop('2027-03-28', 150)).toEqual(['2027-03-28', '03:30', '2027-03-28T01:30', '2027-03-28T02:30']);
    expect(drop('2027-10-31', 150)).toEqual(['2027-10-31', '02:30', '2027-10-31T00:30', '2027-10-31T01:30']);
  });
});

test('the end of a day is written as the beginning of the next', () => {
  expect([formatLocal(0, 615), formatLocal(0, 1440)]).toEqual(['1970-01-01T10:15', '1970-01-02T00:00']);
});
