import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getZone } from '../fixtures/zones.ts';
import { parseDate } from './dates.ts';
import {
  toDay,
  toInstant,
  createZone,
  listOccurrences,
  getOffset,
  findSpan,
  startOfDay,
  toWallTime,
} from './zones.ts';

const newYork = getZone('America/New_York');
const lordHowe = getZone('Australia/Lord_Howe');

/** `2027-03-14 02:30` as wall minutes. */
function wall(text: string): number {
  return parseDate(text.slice(0, 10))! * 1440 + Number(text.slice(11, 13)) * 60 + Number(text.slice(14));
}

function utc(text: string): number {
  return Date.parse(`${text}:00Z`) / 60_000;
}

describe('a spring gap', () => {
  test('moves a wall time forward by the gap', () => {
    expect(toInstant(newYork, wall('2027-03-14 02:30'))).toBe(utc('2027-03-14T07:30'));
    expect(toWallTime(newYork, toInstant(newYork, wall('2027-03-14 02:30')))).toBe(wall('2027-03-14 03:30'));
  });

  test('of half an hour moves it by half an hour', () => {
    expect(toWallTime(lordHowe, toInstant(lordHowe, wall('2027-10-03 02:10')))).toBe(
      wall('2027-10-03 02:40'),
    );
  });

  test('holds no instant', () => {
    expect(listOccurrences(newYork, wall('2027-03-14 02:30'))).toEqual([]);
  });

  test('at midnight makes the day begin after it', () => {
    const santiago = getZone('America/Santiago');
    const day = parseDate('2027-09-05')!;
    expect(toWallTime(santiago, startOfDay(santiago, day))).toBe(wall('2027-09-05 01:00'));
    expect(toDay(santiago, startOfDay(santiago, day) - 1)).toBe(day - 1);
  });

  test('of a whole day skips the date', () => {
    const apia = getZone('Pacific/Apia');
    expect(listOccurrences(apia, wall('2011-12-30 12:00'))).toEqual([]);
    expect(toDay(apia, startOfDay(apia, parseDate('2011-12-30')!))).toBe(parseDate('2011-12-31'));
  });
});

describe('an autumn overlap', () => {
  test('means the first occurrence', () => {
    expect(toInstant(newYork, wall('2027-11-07 01:30'))).toBe(utc('2027-11-07T05:30'));
  });

  test('holds both occurrences, the earlier first, each with its offset', () => {
    const both = listOccurrences(newYork, wall('2027-11-07 01:30'));
    expect(both).toEqual([utc('2027-11-07T05:30'), utc('2027-11-07T06:30')]);
    expect(both.map((instant) => getOffset(newYork, instant))).toEqual([-240, -300]);
  });

  test('begins and ends to the minute', () => {
    expect(listOccurrences(newYork, wall('2027-11-07 00:59'))).toHaveLength(1);
    expect(listOccurrences(newYork, wall('2027-11-07 01:00'))).toHaveLength(2);
    expect(listOccurrences(newYork, wall('2027-11-07 01:59'))).toHaveLength(2);
    expect(listOccurrences(newYork, wall('2027-11-07 02:00'))).toHaveLength(1);
  });
});

describe('any zone', () => {
  const names = [
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Africa/Casablanca',
    'Pacific/Chatham',
  ];
  const zones = fc.constantFrom(...names.map(getZone));
  const instants = fc.integer({ min: utc('2000-01-01T00:00'), max: utc('2060-01-01T00:00') });

  test('an instant is among the occurrences of what its clock shows', () => {
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        expect(listOccurrences(zone, toWallTime(zone, instant))).toContain(instant);
        expect(toInstant(zone, toWallTime(zone, instant))).toBe(
          listOccurrences(zone, toWallTime(zone, instant))[0],
        );
      }),
    );
  });

  test('the span search finds what a walk over the table finds', () => {
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        expect(findSpan(zone, instant)).toBe(zone.spanStarts.findLastIndex((start) => start <= instant));
      }),
    );
  });

  test('a later wall time is never an earlier instant', () => {
    fc.assert(
      fc.property(zones, instants, fc.integer({ min: 0, max: 200 }), (zone, anyWall, minutes) => {
        const isInOrder = toInstant(zone, anyWall) <= toInstant(zone, anyWall + minutes);
        // Only where a gap moves a wall time past what follows the gap may the order turn.
        expect(isInOrder || listOccurrences(zone, anyWall).length === 0).toBe(true);
      }),
    );
  });
});

test('a zone of one’s own changes when it is told to', () => {
  const zone = createZone('Test', [1000, 2000], [0, 60, 0]);
  expect([999, 1000, 1999, 2000].map((instant) => getOffset(zone, instant))).toEqual([0, 60, 60, 0]);
});
