import { expect, test } from 'vitest';
import { resolveWallTime } from './wall-time.ts';

// Berlin in 2027: summer time from 28 March 01:00 to 31 October 01:00, both UTC.
const minute = (text: string): number => Date.parse(`${text}Z`) / 60_000;
const berlin = [
  [Number.NEGATIVE_INFINITY, 60],
  [minute('2027-03-28T01:00'), 120],
  [minute('2027-10-31T01:00'), 60],
] as const;
const at = (wall: string): string =>
  new Date(resolveWallTime(berlin, minute(wall)) * 60_000).toISOString().slice(0, 16);

test('a time on a clock is one instant, on every day of the year', () => {
  expect(at('2027-01-12T10:00')).toBe('2027-01-12T09:00');
  expect(at('2027-07-12T10:00')).toBe('2027-07-12T08:00');
  expect([at('2027-03-28T00:30'), at('2027-03-28T01:45'), at('2027-03-28T03:00')]).toEqual([
    '2027-03-27T23:30',
    '2027-03-28T00:45',
    '2027-03-28T01:00',
  ]);
});

test('a time that clocks skip is as much later as they skip', () => {
  expect(at('2027-03-28T02:30')).toBe('2027-03-28T01:30');
});

test('a time that clocks show twice is the first of the two', () => {
  expect([at('2027-10-31T02:30'), at('2027-10-31T01:30'), at('2027-10-31T03:00')]).toEqual([
    '2027-10-31T00:30',
    '2027-10-30T23:30',
    '2027-10-31T02:00',
  ]);
});
