import { expect, test } from 'vitest';
import {
  decideAction,
  computeCircuitBreakMs,
  computePauseMs,
  parseRetryAfter,
  computeRetryDelayMs,
  findDeliveryProblem,
} from './rules.ts';

const hour = 3_600_000;

test('retries follow the schedule, a tenth more or less, and end after ten attempts', () => {
  const middle = Array.from({ length: 10 }, (_, index) => computeRetryDelayMs(index + 1, 0.5));
  expect(middle).toEqual([
    5_000,
    300_000,
    1_800_000,
    ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
    undefined,
  ]);
  expect([computeRetryDelayMs(1, 0), computeRetryDelayMs(1, 1)]).toEqual([4_500, 5_500]);
});

test.each([
  [200, undefined],
  [204, undefined],
  [299, undefined],
  [301, 'Responded with 301; redirects aren’t followed.'],
  [404, 'Answered 404.'],
  [500, 'Answered 500.'],
])('an answer with %i: %s', (statusCode, expected) => {
  expect(findDeliveryProblem({ statusCode, error: null })).toBe(expected);
});

test('Retry-After is seconds or a date, at most a day; nonsense is none', () => {
  const now = Date.parse('2026-11-15T10:00:00Z');
  expect(parseRetryAfter('120', now)).toBe(120_000);
  expect(parseRetryAfter('Sun, 15 Nov 2026 10:05:00 GMT', now)).toBe(300_000);
  expect(parseRetryAfter('Sun, 15 Nov 2026 09:00:00 GMT', now)).toBe(0);
  expect(parseRetryAfter('99999999', now)).toBe(24 * hour);
  expect(parseRetryAfter('soon', now)).toBeUndefined();
  expect(parseRetryAfter(undefined, now)).toBeUndefined();
});

test('429 and 503 request a pause, others do not', () => {
  expect([429, 503, 500, null].map((code) => computePauseMs(code, undefined))).toEqual([
    30_000, 30_000, 0, 0,
  ]);
  expect(computePauseMs(429, 7_000)).toBe(7_000);
});

test('the circuit opens at five failures in a row, for longer each time, up to five minutes', () => {
  expect([1, 4, 5, 6, 7, 11, 50].map(computeCircuitBreakMs)).toEqual([
    0, 0, 5_000, 10_000, 20_000, 300_000, 300_000,
  ]);
});

test('an owner is warned at 24 and 72 hours, once each; five days disable', () => {
  const at = (hours: number, warned: number) => decideAction(hours * hour, warned);
  expect(at(23, 0)).toBeUndefined();
  expect(at(24, 0)).toEqual({ kind: 'warn', hours: 24 });
  expect(at(50, 24)).toBeUndefined();
  expect(at(73, 24)).toEqual({ kind: 'warn', hours: 72 });
  expect(at(80, 0)).toEqual({ kind: 'warn', hours: 72 });
  expect(at(100, 72)).toBeUndefined();
  expect(at(120, 0)).toEqual({ kind: 'disable' });
});
