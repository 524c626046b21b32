import { expect, test } from 'vitest';
import { getZone } from '../../platform/zones.ts';
import { isRelative, relativeNames, parseRelativeRange } from './relative.rules.ts';

const at = (now: string, zone: string) => ({ memberId: '', now: new Date(now), zone: getZone(zone) });

test.each([
  ['today', '2027-01-01', '2027-01-02'],
  ['yesterday', '2026-12-31', '2027-01-01'],
  ['tomorrow', '2027-01-02', '2027-01-03'],
  ['this week', '2026-12-28', '2027-01-04'],
  ['last week', '2026-12-21', '2026-12-28'],
  ['next month', '2027-02-01', '2027-03-01'],
  ['last month', '2026-12-01', '2027-01-01'],
  ['this quarter', '2027-01-01', '2027-04-01'],
  ['last quarter', '2026-10-01', '2027-01-01'],
  ['last year', '2026-01-01', '2027-01-01'],
  ['last 7 days', '2026-12-26', '2027-01-02'],
  ['NEXT_30-days', '2027-01-01', '2027-01-31'],
])('%s on the first of January in Auckland', (name, from, to) => {
  // In UTC it is the last day of the old year.
  const range = parseRelativeRange(name, at('2026-12-31T12:00:00Z', 'Pacific/Auckland'), 'date');
  expect(range).toEqual({ from: `${from}T00:00:00.000000Z`, to: `${to}T00:00:00.000000Z` });
});

test('instants begin and end at midnight of the caller, also over a change of the clock', () => {
  const range = parseRelativeRange('today', at('2026-03-29T10:00:00Z', 'Europe/Berlin'), 'instant');
  expect(range).toEqual({ from: '2026-03-28T23:00:00.000000Z', to: '2026-03-29T22:00:00.000000Z' });
});

test('the list of names is closed', () => {
  expect(relativeNames).toHaveLength(25);
  expect(['last 8 days', 'last days', 'week', '', 7, null].some(isRelative)).toBe(false);
});
