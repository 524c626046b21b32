import { expect, test } from 'vitest';
import { buildViewSearch, isChanged, listSavedFilters } from './views.rules.ts';

test('a view keeps the filters of the URL, without the view itself and what is open', () => {
  const search = { saved: 'v', entry: 'e', what: 'token', from: '2027-01-01', open: true };
  expect(listSavedFilters(search, ['entry'])).toEqual({ from: '2027-01-01', what: 'token' });
});

test('without a view, filters are worth saving, and choices with a control of their own are not', () => {
  expect(isChanged({}, undefined, ['when'])).toBe(false);
  expect(isChanged({ when: 'past' }, undefined, ['when'])).toBe(false);
  expect(isChanged({ when: 'past', host: 'm' }, undefined, ['when'])).toBe(true);
});

test('with a view, every difference counts', () => {
  const saved = { when: 'past', host: 'm' };
  expect(isChanged({ host: 'm', when: 'past' }, saved, ['when'])).toBe(false);
  expect(isChanged({ host: 'm' }, saved, ['when'])).toBe(true);
  expect(isChanged({ ...saved, q: 'x' }, saved, ['q'])).toBe(true);
});

test('the link of a view spells its filters out', () => {
  expect(buildViewSearch({ id: 'v', filters: { when: 'past' } })).toEqual({ when: 'past', saved: 'v' });
});
