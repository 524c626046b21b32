import { expect, test } from 'vitest';
import { isFiltered, listChips } from './filters.rules.ts';

const fields = [{ id: 'state' }, { id: 'agent' }, { id: 'from' }];

test('chips are the filters with a value and those that wait for one, in the order of the fields', () => {
  expect(listChips(fields, {}, [])).toEqual([]);
  expect(listChips(fields, { from: '2027-01-01', q: 'x' }, ['state'])).toEqual([
    { id: 'state' },
    { id: 'from' },
  ]);
});

test('a list is filtered by what has no control beside the filters', () => {
  expect(isFiltered({})).toBe(false);
  expect(isFiltered({ scope: 'all', saved: 'v', state: undefined }, ['scope', 'saved'])).toBe(false);
  expect(isFiltered({ scope: 'all', state: 'on' }, ['scope'])).toBe(true);
});
