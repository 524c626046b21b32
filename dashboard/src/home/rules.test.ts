import { expect, test } from 'vitest';
import { getLatestValue, isNew, suggestSlug, sumBuckets, buildWeek } from './rules.ts';

const steps = (done: readonly string[]) =>
  (['profile', 'hours', 'page', 'link', 'team'] as const).map((key) => ({
    key,
    isDone: done.includes(key),
    url: 'https://daybook.example/app',
  }));

test('somebody is new until they have said who they are, set hours or made a page', () => {
  expect(isNew(steps([]))).toBe(true);
  expect(isNew(steps(['team']))).toBe(true);
  for (const key of ['profile', 'hours', 'page']) expect(isNew(steps([key]))).toBe(false);
  expect(isNew([])).toBe(false);
});

test('the end of a link is made of the letters of a name', () => {
  expect(suggestSlug('Mara Lindqvist')).toBe('mara-lindqvist');
  expect(suggestSlug('  Sofía  Núñez-Groß ')).toBe('sofia-nunez-gross');
  expect(suggestSlug('علي')).toBeUndefined();
});

test('the same hours on the days that are chosen, none on the others', () => {
  const week = buildWeek(new Set(['Mon', 'Sun']), '09:00', '17:00');
  expect(week).toHaveLength(7);
  expect(week[0]).toEqual({ day: 'Mon', timesets: [['09:00', '17:00']] });
  expect(week[1]).toEqual({ day: 'Tue', timesets: [] });
});

test('figures of a week', () => {
  const bucket = (value: number | null) => ({ from: '2027-01-11', key: null, label: null, value });
  expect(sumBuckets([bucket(3), bucket(null), bucket(2)])).toBe(5);
  expect(getLatestValue([bucket(58), bucket(null)])).toBe(58);
  expect(getLatestValue([bucket(null)])).toBeUndefined();
});
