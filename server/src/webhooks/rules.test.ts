import { describe, expect, test } from 'vitest';
import { onClock, prettyDuration } from './invitee.view.ts';
import {
  askedPauseMs,
  breakMs,
  measureFor,
  requestedWaitMs,
  retryDelayMs,
  shareOut,
  whyNotDelivered,
} from './rules.ts';

const hour = 3_600_000;

test('retries follow the schedule, a tenth more or less, and end after ten attempts', () => {
  const middle = Array.from({ length: 10 }, (_, index) => retryDelayMs(index + 1, 0.5));
  expect(middle).toEqual([
    5_000,
    300_000,
    1_800_000,
    ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
    undefined,
  ]);
  expect([retryDelayMs(1, 0), retryDelayMs(1, 1)]).toEqual([4_500, 5_500]);
});

test.each([
  [200, undefined],
  [204, undefined],
  [299, undefined],
  [301, 'Answered 301; redirects are not followed.'],
  [404, 'Answered 404.'],
  [500, 'Answered 500.'],
])('an answer with %i: %s', (statusCode, expected) => {
  expect(whyNotDelivered({ statusCode, error: null })).toBe(expected);
});

test('Retry-After is seconds or a date, at most a day; nonsense is none', () => {
  const now = Date.parse('2026-11-15T10:00:00Z');
  expect(requestedWaitMs('120', now)).toBe(120_000);
  expect(requestedWaitMs('Sun, 15 Nov 2026 10:05:00 GMT', now)).toBe(300_000);
  expect(requestedWaitMs('Sun, 15 Nov 2026 09:00:00 GMT', now)).toBe(0);
  expect(requestedWaitMs('99999999', now)).toBe(24 * hour);
  expect(requestedWaitMs('soon', now)).toBeUndefined();
  expect(requestedWaitMs(undefined, now)).toBeUndefined();
});

test('429 and 503 ask for a pause, others do not', () => {
  expect([429, 503, 500, null].map((code) => askedPauseMs(code, undefined))).toEqual([30_000, 30_000, 0, 0]);
  expect(askedPauseMs(429, 7_000)).toBe(7_000);
});

test('the circuit opens at five failures in a row, for longer each time, up to five minutes', () => {
  expect([1, 4, 5, 6, 7, 11, 50].map(breakMs)).toEqual([0, 0, 5_000, 10_000, 20_000, 300_000, 300_000]);
});

test('an owner is warned at 24 and 72 hours, once each; five days disable', () => {
  const at = (hours: number, warned: number) => measureFor(hours * hour, warned);
  expect(at(23, 0)).toBeUndefined();
  expect(at(24, 0)).toEqual({ kind: 'warn', hours: 24 });
  expect(at(50, 24)).toBeUndefined();
  expect(at(73, 24)).toEqual({ kind: 'warn', hours: 72 });
  expect(at(80, 0)).toEqual({ kind: 'warn', hours: 72 });
  expect(at(100, 72)).toBeUndefined();
  expect(at(120, 0)).toEqual({ kind: 'disable' });
});

describe('shares', () => {
  const lane = (workspaceId: string, webhookId: string) => ({ workspaceId, webhookId, failures: 0 });
  const counts = (shares: ReturnType<typeof shareOut>) =>
    Object.fromEntries(shares.map(({ lane: { webhookId }, count }) => [webhookId, count]));

  test('are equal between workspaces, then between their subscriptions', () => {
    const crowd = Array.from({ length: 10 }, (_, index) => lane('crowd', `c${index}`));
    const shares = counts(shareOut([...crowd, lane('single', 's')], 100, () => 1_000));
    expect(shares['s']).toBe(50);
    expect(shares['c0']).toBe(5);
  });

  test('never exceed the room of a lane, nor all the places', () => {
    expect(
      counts(shareOut([lane('a', 'x'), lane('b', 'y')], 100, ({ webhookId }) => (webhookId === 'x' ? 2 : 0))),
    ).toEqual({ x: 2 });
    const many = Array.from({ length: 50 }, (_, index) => lane(`w${index}`, `h${index}`));
    const total = shareOut(many, 20, () => 4).reduce((sum, { count }) => sum + count, 0);
    expect(total).toBe(20);
    expect(shareOut(many, 0, () => 4)).toEqual([]);
  });
});

test.each([
  [30, '30 mins'],
  [1, '1 min'],
  [60, '1 hr'],
  [90, '1 hr 30 mins'],
  [121, '2 hrs 1 min'],
  [1440, '24 hrs'],
])('%i minutes are %s', (minutes, text) => {
  expect(prettyDuration(minutes)).toBe(text);
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
  expect(onClock(instant, zone)).toEqual({ exact, pretty });
});
