import { describe, expect, test } from 'vitest';
import { getZone } from '../fixtures/zones.ts';
import { getGrid, listStarts } from './starts.ts';
import { UTC, toWallTime, type Zone } from './zones.ts';

const minute = (text: string) => Date.parse(`${text}Z`) / 60_000;
const always = [minute('2000-01-01T00:00'), minute('2100-01-01T00:00')];

function starts(
  from: string,
  to: string,
  durationMinutes: number,
  intervalMinutes: number,
  zone: Zone = UTC,
): string[] {
  const series = listStarts([minute(from), minute(to)], { zone, durationMinutes, intervalMinutes }, always);
  const found: string[] = [];
  for (let i = 0; i < series.length; i += 2) {
    for (let start = series[i]!; start <= series[i + 1]!; start += intervalMinutes) {
      found.push(new Date(toWallTime(zone, start) * 60_000).toISOString().slice(11, 16));
    }
  }
  return found;
}

test.each([
  [60, 60],
  [120, 60],
  [90, 30],
  [30, 30],
  [40, 20],
  [45, 15],
  [50, 10],
  [25, 5],
  [7, 1],
])('an interval of %i is aligned to %i', (interval, grid) => expect(getGrid(interval)).toBe(grid));

describe('starts', () => {
  test('are aligned up and step by the interval while the duration fits', () => {
    expect(starts('2027-06-01T09:10', '2027-06-01T12:00', 45, 45)).toEqual(['09:15', '10:00', '10:45']);
    expect(starts('2027-06-01T09:30', '2027-06-01T12:30', 60, 60)).toEqual(['10:00', '11:00']);
  });

  test('of a longer event than interval overlap', () => {
    expect(starts('2027-06-01T09:00', '2027-06-01T10:15', 60, 15)).toEqual(['09:00', '09:15']);
  });

  test('are aligned on the host’s clock, also where it is a quarter off', () => {
    expect(starts('2027-06-01T03:00', '2027-06-01T05:30', 60, 60, getZone('Asia/Kathmandu'))).toEqual([
      '09:00',
      '10:00',
    ]);
  });

  test('do not exist where the event does not fit', () => {
    expect(starts('2027-06-01T09:00', '2027-06-01T09:59', 60, 60)).toEqual([]);
    expect(starts('2027-06-01T09:01', '2027-06-01T10:00', 30, 60)).toEqual([]);
  });

  test('are aligned after a clock change when it comes before the next full hour', () => {
    // Lord Howe goes from 02:00 to 02:30; a range from 01:40 has its first full hour at 03:00.
    const lordHowe = getZone('Australia/Lord_Howe');
    expect(starts('2027-10-02T15:10', '2027-10-02T18:30', 60, 60, lordHowe)).toEqual(['03:00', '04:00']);
  });

  test('keep their distance in real time across a clock change', () => {
    const lordHowe = getZone('Australia/Lord_Howe');
    expect(starts('2027-10-02T14:30', '2027-10-02T18:30', 60, 60, lordHowe)).toEqual([
      '01:00',
      '02:30',
      '03:30',
      '04:30',
    ]);
  });

  test('only count inside the open time, and are not moved by it', () => {
    const free = [minute('2027-06-01T09:00'), minute('2027-06-01T17:00')];
    const open = [
      minute('2027-06-01T10:20'),
      minute('2027-06-01T12:00'),
      minute('2027-06-01T14:15'),
      minute('2027-06-01T15:00'),
    ];
    const found = listStarts(free, { zone: UTC, durationMinutes: 45, intervalMinutes: 45 }, open);
    expect(found.map((start) => new Date(start * 60_000).toISOString().slice(11, 16))).toEqual([
      '10:30',
      '11:15',
      '14:15',
      '14:15',
    ]);
  });

  test('begin anew on Mondays when the host is always free', () => {
    const found = starts('2027-06-02T00:00', '2027-06-30T00:00', 50, 50);
    // From Wednesday the 2nd every 50 minutes; the 14th is the first Monday after a whole free week.
    const untilMonday = Math.ceil((12 * 1440) / 50);
    expect(found.slice(untilMonday - 2, untilMonday + 2)).toEqual(['22:40', '23:30', '00:00', '00:50']);
  });
});
