import { expect, test } from 'vitest';
import { formatInZone, formatDuration } from './invitee.view.ts';

test.each([
  [30, '30 mins'],
  [1, '1 min'],
  [60, '1 hr'],
  [90, '1 hr 30 mins'],
  [121, '2 hrs 1 min'],
  [1440, '24 hrs'],
])('%i minutes are %s', (minutes, text) => {
  expect(formatDuration(minutes)).toBe(text);
});

test.each([
  [
    '2026-04-15T09:00:00.000000Z',
    'Europe/Berlin',
    '2026-04-15T11:00:00+02:00',
    '11:00 - Wednesday, April 15, 2026',
  ],
  [
    '2026-01-01T03:30:00.000000Z',
    'America/New_York',
    '2025-12-31T22:30:00-05:00',
    '22:30 - Wednesday, December 31, 2025',
  ],
  [
    '2026-10-25T01:30:00.000000Z',
    'Europe/Berlin',
    '2026-10-25T02:30:00+01:00',
    '02:30 - Sunday, October 25, 2026',
  ],
  [
    '2026-06-01T00:00:00.000000Z',
    'Asia/Kathmandu',
    '2026-06-01T05:45:00+05:45',
    '05:45 - Monday, June 1, 2026',
  ],
])('%s in %s', (instant, zone, exact, pretty) => {
  expect(formatInZone(instant, zone)).toEqual({ exact, pretty });
});
