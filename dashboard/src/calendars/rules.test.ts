import { describe, expect, test } from 'vitest';
import { groupBusyByDay, listTargets, formatVariables, type Connection } from './rules.ts';

test('a provider that is not set up names its variables', () => {
  expect(formatVariables('google')).toBe('GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET');
});

test('bookings can be entered in a calendar of any connection', () => {
  const connection = { calendars: [{ id: 'a' }, { id: 'b' }] } as Connection;
  expect(listTargets([connection, connection]).map(({ calendar }) => calendar.id)).toEqual([
    'a',
    'b',
    'a',
    'b',
  ]);
});

describe('busy times by day', () => {
  // Days and clocks in UTC.
  const wallAt = (instant: string) => ({
    day: Math.floor(Date.parse(instant) / 86_400_000),
    clock: instant.slice(11, 16),
  });
  const day = wallAt('2027-01-12T00:00:00Z').day;
  const busy = (start: string, end: string) => ({
    start,
    end,
    source: { kind: 'calendar' as const, label: 'Private' },
  });

  test('over midnight it is on both days; a whole day has no clocks; the end of a day is not the next', () => {
    const found = groupBusyByDay(
      [
        busy('2027-01-12T22:00:00Z', '2027-01-13T01:30:00Z'),
        busy('2027-01-13T00:00:00Z', '2027-01-14T00:00:00Z'),
      ],
      wallAt,
      [day, day + 1, day + 2],
    );
    expect(found.map(({ lines }) => lines.map(({ clocks }) => clocks))).toEqual([
      [['22:00', '24:00']],
      [['00:00', '01:30'], null],
      [],
    ]);
  });
});
