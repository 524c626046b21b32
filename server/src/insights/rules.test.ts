import { zoneNames } from '@daybook/contract/zone-names.gen';
import { toDayNumber, formatDate, floorToMinute } from '@daybook/engine/dates';
import { toDay } from '@daybook/engine/zones';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getZone } from '../platform/zones.ts';
import { listBucketDays, listEdges, fillBuckets, type Interval } from './rules.ts';

const intervals = fc.constantFrom<Interval>('day', 'week', 'month');
const ranges = fc
  .tuple(fc.integer({ min: toDayNumber(2020, 1, 1), max: toDayNumber(2030, 1, 1) }), fc.nat(700))
  .map(([first, length]) => ({ first, last: first + length }));

test('every instant of a range is in the bucket of its own date, in every zone and when clocks change', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zoneNames),
      intervals,
      ranges,
      fc.array(fc.nat(), { minLength: 20, maxLength: 20 }),
      (name, interval, range, seeds) => {
        const zone = getZone(name);
        const days = listBucketDays(range, interval);
        const edges = listEdges(days, range, zone).map((edge) => Date.parse(edge));
        const [start = 0, end = 0] = [edges[0], edges.at(-1)];
        expect(edges).toEqual(edges.toSorted((a, b) => a - b));
        for (const seed of [...seeds.map((number) => start + (number % (end - start))), start, end - 1]) {
          const bucket = edges.findLastIndex((edge) => edge <= seed);
          const day = toDay(zone, floorToMinute(seed));
          expect(day).toBeGreaterThanOrEqual(days[bucket] ?? Number.NaN);
          expect(day).toBeLessThan(days[bucket + 1] ?? range.last + 1);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('buckets begin with the range, then on Mondays and first days of months', () => {
  const range = { first: toDayNumber(2027, 1, 13), last: toDayNumber(2027, 3, 2) };
  const dates = (interval: Interval) => listBucketDays(range, interval).map(formatDate);
  expect(dates('month')).toEqual(['2027-01-13', '2027-02-01', '2027-03-01']);
  expect(dates('week').slice(0, 3)).toEqual(['2027-01-13', '2027-01-18', '2027-01-25']);
  expect(dates('week').at(-1)).toBe('2027-03-01');
  expect(dates('day')).toHaveLength(49);
});

test('every group has every bucket; beyond fifty groups, the smallest are added up', () => {
  const days = listBucketDays({ first: 0, last: 1 }, 'day');
  expect(fillBuckets(days, [], 0)).toEqual([
    { from: '1970-01-01', key: null, label: null, value: 0 },
    { from: '1970-01-02', key: null, label: null, value: 0 },
  ]);
  const parts = Array.from({ length: 60 }, (_, n) => ({
    bucket: 1 + (n % 2),
    key: `k${n}`,
    label: `Key ${n}`,
    count: 100 - n,
    value: 100 - n,
  }));
  const filled = fillBuckets(days, parts, 0);
  const sum = (list: readonly { value: number | null }[]) =>
    list.reduce((total, { value }) => total + (value ?? 0), 0);
  expect(filled).toHaveLength(2 * 51);
  expect(sum(filled)).toBe(sum(parts));
  expect(filled.filter(({ key }) => key === 'other').map(({ value }) => value)).toEqual([
    // Of k50, k52 and so on, and of k51, k53 and so on.
    50 + 48 + 46 + 44 + 42,
    49 + 47 + 45 + 43 + 41,
  ]);
  const medians = fillBuckets(days, parts, null);
  expect(medians).toHaveLength(2 * 50);
  expect(medians.map(({ key }) => key)).not.toContain('other');
});
