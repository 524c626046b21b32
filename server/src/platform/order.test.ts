import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveAfter } from './order.ts';

const ids = ['a', 'b', 'c', 'd'];

test('an id moves behind another one, or to the front, and all others keep their order', () => {
  expect(moveAfter(ids, 'd', 'a')).toEqual(['a', 'd', 'b', 'c']);
  expect(moveAfter(ids, 'a', 'd')).toEqual(['b', 'c', 'd', 'a']);
  expect(moveAfter(ids, 'c', null)).toEqual(['c', 'a', 'b', 'd']);
  fc.assert(
    fc.property(fc.constantFrom(...ids), fc.constantFrom(...ids, null), (id, after) => {
      fc.pre(id !== after);
      const moved = moveAfter(ids, id, after) ?? [];
      expect(moved.filter((each) => each !== id)).toEqual(ids.filter((each) => each !== id));
      expect(moved[moved.indexOf(id) - 1] ?? null).toBe(after);
    }),
  );
});

test('there is no place behind an id that is missing, nor behind itself', () => {
  expect(moveAfter(ids, 'a', 'x')).toBeUndefined();
  expect(moveAfter(ids, 'a', 'a')).toBeUndefined();
});
