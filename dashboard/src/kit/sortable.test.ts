import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeShift, findLimits, findPlace, moveTo } from './sortable.rules.ts';

test('an item moves to another place, and the others keep their order', () => {
  expect(moveTo(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moveTo(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
  expect(moveTo(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moveTo(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 1 }), fc.nat(), fc.nat(), (items, a, b) => {
      const [from, to] = [a % items.length, b % items.length];
      const moved = moveTo(items, from, to);
      expect(moved[to]).toBe(items[from]);
      expect(moved.filter((item) => item !== items[from])).toEqual(items.filter((_, at) => at !== from));
      expect(moveTo(moved, to, from)).toEqual(items);
    }),
  );
});

describe('a dragged item', () => {
  const extents = [
    { start: 0, end: 40 },
    { start: 50, end: 90 },
    { start: 100, end: 180 },
  ];
  const all = { first: 0, last: 2 };

  test('takes the place of another once it is past its middle', () => {
    expect([0, 29, 31, 99, 101, 500].map((by) => findPlace(extents, 0, by, all))).toEqual([0, 0, 1, 1, 2, 2]);
    expect([-29, -31, -79, -81, -900].map((by) => findPlace(extents, 2, by, all))).toEqual([2, 1, 1, 0, 0]);
  });

  test('stays among those of its group', () => {
    expect(findLimits(['a', 'b', 'b', 'c'], 2)).toEqual({ first: 1, last: 2 });
    expect(findPlace(extents, 0, 900, { first: 0, last: 1 })).toBe(1);
    expect(findPlace(extents, 2, -900, { first: 1, last: 2 })).toBe(1);
  });

  test('the others make room for it, and nothing overlaps', () => {
    const after = (from: number, to: number) =>
      extents.map(({ start, end }, index) => {
        const by = computeShift(extents, index, from, to);
        return [start + by, end + by];
      });
    expect(after(0, 2)).toEqual([
      [140, 180],
      [0, 40],
      [50, 130],
    ]);
    expect(after(2, 0)).toEqual([
      [90, 130],
      [140, 180],
      [0, 80],
    ]);
    expect(after(1, 1)).toEqual(extents.map(({ start, end }) => [start, end]));
  });
});
