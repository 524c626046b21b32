import { expect, test } from 'vitest';
import { moveItem } from './favorites.rules.ts';

test('an item moves to a place, and others keep their order', () => {
  const move = (item: string, to: number) => moveItem(['a', 'b', 'c'], (each) => each === item, to)?.join('');
  expect(move('a', 2)).toBe('bca');
  expect(move('c', 0)).toBe('cab');
  for (const [item, to] of [
    ['a', 0],
    ['a', -1],
    ['c', 3],
    ['x', 1],
  ] as const) {
    expect(move(item, to)).toBeUndefined();
  }
});
