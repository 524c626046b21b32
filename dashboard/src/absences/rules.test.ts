import { expect, test } from 'vitest';
import { toggleException, filterNextDays } from './rules.ts';
import { parseAbsenceSearch } from './search.ts';

test('the address says whose absences are shown, and drops what it does not know', () => {
  expect(parseAbsenceSearch({ user: 'a@b.example', when: 'past', x: 1 })).toEqual({
    user: 'a@b.example',
    when: 'past',
  });
  expect(parseAbsenceSearch({ user: '', when: 'no' })).toEqual({});
});

test('a day is worked once, or taken off again', () => {
  expect(toggleException(['2027-12-26'], '2027-05-01', false)).toEqual(['2027-05-01', '2027-12-26']);
  expect(toggleException(['2027-12-26'], '2027-12-26', false)).toEqual(['2027-12-26']);
  expect(toggleException(['2027-12-26'], '2027-12-26', true)).toEqual([]);
});

test('days are those of the next twelve months', () => {
  const day = (date: string) => ({ date, name: 'Day', type: 'public' as const, isOff: true });
  const days = [day('2027-03-26'), day('2028-01-01'), day('2029-01-01')];
  expect(filterNextDays(days, Date.parse('2027-01-11')).map(({ date }) => date)).toEqual([
    '2027-03-26',
    '2028-01-01',
  ]);
});
