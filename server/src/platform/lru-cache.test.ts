import { expect, test } from 'vitest';
import { createLruCache } from './lru-cache.ts';

test('what was not used for longest is forgotten, whether it was asked for or set', () => {
  const map = createLruCache<number>(3);
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ] as const)
    map.set(key, value);
  map.get('a');
  map.set('b', 20);
  map.set('d', 4);
  expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([1, 20, undefined, 4]);
});
