import { describe, expect, test } from 'vitest';
import {
  buildChart,
  foldSeries,
  listLabeledDates,
  computeMedian,
  roundAxisTop,
  formatNumberWith,
  getPreviousPeriod,
  resolvePeriod,
} from './rules.ts';
import { parseInsightSearch } from './search.ts';

const today = Math.round(Date.parse('2027-01-31T00:00:00Z') / 86_400_000);

describe('the period', () => {
  test('without a choice is the last thirty days, by day', () => {
    expect(resolvePeriod({}, today)).toEqual({ from: '2027-01-02', to: '2027-01-31', interval: 'day' });
  });

  test('grows coarser as it grows longer, unless the address says otherwise', () => {
    expect(resolvePeriod({ days: 90 }, today).interval).toBe('week');
    expect(resolvePeriod({ days: 365 }, today).interval).toBe('month');
    expect(resolvePeriod({ days: 365, interval: 'day' }, today).interval).toBe('day');
  });

  test('may be named by its dates, in either order', () => {
    expect(resolvePeriod({ from: '2026-12-01', to: '2026-12-24' }, today)).toEqual({
      from: '2026-12-01',
      to: '2026-12-24',
      interval: 'day',
    });
    expect(resolvePeriod({ from: '2026-12-24', to: '2026-12-01' }, today)).toMatchObject({
      from: '2026-12-01',
      to: '2026-12-24',
    });
  });

  test('is never longer than the API counts', () => {
    expect(resolvePeriod({ from: '1900-01-01', interval: 'day' }, today)).toEqual({
      from: '2017-01-24',
      to: '2027-01-31',
      interval: 'month',
    });
  });

  test('has one of the same length before it', () => {
    expect(getPreviousPeriod({ from: '2027-01-02', to: '2027-01-31', interval: 'day' })).toEqual({
      from: '2026-12-03',
      to: '2027-01-01',
      interval: 'day',
    });
  });

  test('the address keeps what it knows', () => {
    const search = { days: 90, interval: 'week', groupBy: 'page' };
    expect(parseInsightSearch({ ...search, more: 1 })).toEqual(search);
    expect(parseInsightSearch({ days: '7', groupBy: 'mood', from: 'soon' })).toEqual({ days: 7 });
  });
});

describe('a chart', () => {
  const bucket = (from: string, key: string | null, value: number | null) => ({
    from,
    key,
    label: key,
    value,
  });

  test('has a value for every date and group, the largest group first and the rest last', () => {
    const chart = buildChart([
      bucket('2027-01-02', 'other', 90),
      bucket('2027-01-02', 'b', 5),
      bucket('2027-01-01', 'a', 1),
      bucket('2027-01-01', 'b', null),
    ]);
    expect(chart.dates).toEqual(['2027-01-01', '2027-01-02']);
    expect(chart.series.map(({ key, values }) => [key, values])).toEqual([
      ['b', [null, 5]],
      ['a', [1, null]],
      ['other', [null, 90]],
    ]);
  });

  test('sums up what there is no colour for', () => {
    const chart = buildChart(
      ['a', 'b', 'c', 'other'].flatMap((key, index) => [bucket('2027-01-01', key, 9 - index)]),
    );
    expect(foldSeries(chart, 3)).toEqual(chart);
    expect(foldSeries(chart, 2).series.map(({ key, values }) => [key, values])).toEqual([
      ['a', [9]],
      ['b', [8]],
      ['other', [13]],
    ]);
  });

  test('has a round top, labels that do not touch, and a middle', () => {
    expect([0, 4, 5, 12, 41, 900, 1001].map(roundAxisTop)).toEqual([4, 4, 5, 20, 50, 1000, 2000]);
    expect(listLabeledDates(10, 300, 100)).toEqual([0, 4, 8]);
    expect(listLabeledDates(2, 300, 100)).toEqual([0, 1]);
    expect(computeMedian([3, null, 1, 2])).toBe(2);
    expect(computeMedian([1, 2])).toBe(1.5);
    expect(computeMedian([null])).toBeNull();
  });

  test('writes numbers in the signs of the language', () => {
    const english = { thousands: ',', decimal: '.' };
    expect(formatNumberWith(1_284_000, english)).toBe('1,284,000');
    expect(formatNumberWith(999.96, english)).toBe('1,000');
    expect(formatNumberWith(3.25, { thousands: '.', decimal: ',' })).toBe('3,3');
  });
});
