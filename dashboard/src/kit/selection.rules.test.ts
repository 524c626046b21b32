import { expect, test } from 'vitest';
import { listChosen, listRange } from './selection.rules.ts';

const ids = ['a', 'b', 'c', 'd'];

test('a range goes from the last choice to the new one, in either direction', () => {
  expect(listRange(ids, 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(listRange(ids, 'c', 'a')).toEqual(['a', 'b', 'c']);
});

test('without a last choice, or after it is gone, a range is the new one alone', () => {
  expect(listRange(ids, undefined, 'c')).toEqual(['c']);
  expect(listRange(ids, 'gone', 'c')).toEqual(['c']);
  expect(listRange(ids, 'a', 'gone')).toEqual([]);
});

test('what is no longer listed is not chosen', () => {
  expect(listChosen(ids, new Set(['d', 'gone', 'a']))).toEqual(['a', 'd']);
});
