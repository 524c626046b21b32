import { describe, expect, test } from 'vitest';
import { hasTooManyDates, mergeDates, mergeWeek, findDeleteProblem, workingHours } from './rules.ts';

describe('mergeWeek', () => {
  test('a day that is not mentioned keeps its hours, and what was there is left alone', () => {
    const before = structuredClone(workingHours);
    const after = mergeWeek([{ day: 'Fri', timesets: [] }], workingHours);
    expect(after).toEqual({ ...workingHours, Fri: [] });
    expect(workingHours).toEqual(before);
  });

  test('without hours to keep, a day that is not mentioned is closed', () => {
    expect(mergeWeek([{ day: 'Tue', timesets: [['18:00', '24:00']] }])).toEqual({
      ...{ Mon: [], Wed: [], Thu: [], Fri: [], Sat: [], Sun: [] },
      Tue: [['18:00', '24:00']],
    });
  });

  test('ranges are put in order; ranges that touch stay two', () => {
    const timesets = [
      ['13:00', '17:00'],
      ['12:00', '13:00'],
      ['00:00', '01:00'],
    ] as const;
    expect(mergeWeek([{ day: 'Mon', timesets }]).Mon.map(([start]) => start)).toEqual([
      '00:00',
      '12:00',
      '13:00',
    ]);
  });
});

describe('mergeDates', () => {
  const kept = { '2027-05-01': [], '2027-12-24': [['09:00', '12:00'] as const] };

  test('a date that is not mentioned keeps its override; null takes it away; an empty list is a closed day', () => {
    const changes = [
      { date: '2027-12-24', timesets: null },
      { date: '2027-12-31', timesets: null },
      { date: '2027-01-01', timesets: [] },
    ];
    const after = mergeDates(changes, kept);
    expect(after).toEqual({ '2027-01-01': [], '2027-05-01': [] });
    expect(Object.keys(after)).toEqual(['2027-01-01', '2027-05-01']);
  });

  test('nothing, or null, keeps all', () => {
    expect(mergeDates(undefined, kept)).toEqual(kept);
    expect(mergeDates(null, kept)).toEqual(kept);
  });

  test('a thousand dates are fine and one more is not', () => {
    const dates = Array.from({ length: 1001 }, (_, index) => [`${2000 + index}-01-01`, []]);
    expect(hasTooManyDates(Object.fromEntries(dates.slice(1)))).toBe(false);
    expect(hasTooManyDates(Object.fromEntries(dates))).toBe(true);
  });
});

test('findDeleteProblem: the default stays, and one that is used', () => {
  expect(findDeleteProblem({ is_default: true }, false)).toMatch(/default/);
  expect(findDeleteProblem({ is_default: false }, true)).toMatch(/page/);
  expect(findDeleteProblem({ is_default: false }, false)).toBeUndefined();
});
