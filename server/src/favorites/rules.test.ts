import { expect, test } from 'vitest';
import { mergeOrder } from './rules.ts';

test('what is named comes first, and the others keep their order', () => {
  expect(mergeOrder(['a', 'b', 'c', 'd'], ['c', 'a'])).toEqual(['c', 'a', 'b', 'd']);
});

test('what is unknown or named twice changes nothing', () => {
  expect(mergeOrder(['a', 'b'], ['b', 'x', 'b'])).toEqual(['b', 'a']);
  expect(mergeOrder(['a', 'b'], [])).toEqual(['a', 'b']);
});
