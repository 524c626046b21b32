import { expect, test } from 'vitest';
import { splitLeadTime } from './lead-time.rules.ts';

test('a lead time is in hours below two days, and in days from then on', () => {
  expect(splitLeadTime(1)).toEqual({ unit: 'hours', count: 1 });
  expect(splitLeadTime(47.94)).toEqual({ unit: 'hours', count: 47.9 });
  expect(splitLeadTime(48)).toEqual({ unit: 'days', count: 2 });
  expect(splitLeadTime(58)).toEqual({ unit: 'days', count: 2.4 });
});
