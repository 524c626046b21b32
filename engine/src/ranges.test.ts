import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  coversRange,
  intersectRanges,
  intersectAllRanges,
  mergeRanges,
  toRanges,
  subtractRanges,
  toPairs,
  uniteRanges,
  type Ranges,
} from './ranges.ts';

/** The slow way: a set of minutes. */
function minutesOf(ranges: readonly number[]): Set<number> {
  const minutes = new Set<number>();
  for (let i = 0; i < ranges.length; i += 2) {
    for (let minute = ranges[i]!; minute < ranges[i + 1]!; minute++) minutes.add(minute);
  }
  return minutes;
}

function rangesOf(minutes: Iterable<number>): Ranges {
  return toRanges([...minutes].map((minute) => ({ start: minute, end: minute + 1 })));
}

const anyPairs = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 80 }), fc.integer({ min: -5, max: 30 })), { maxLength: 12 })
  .map((pairs) => pairs.flatMap(([start, length]) => [start, start + length]));

describe('sets of ranges', () => {
  test('any pairs become sorted, disjoint, not touching and hold the same minutes', () => {
    fc.assert(
      fc.property(anyPairs, (pairs) => {
        const merged = mergeRanges(pairs);
        expect(minutesOf(merged)).toEqual(minutesOf(pairs));
        for (let i = 1; i < merged.length; i++) expect(merged[i]!).toBeGreaterThan(merged[i - 1]!);
      }),
    );
  });

  test('a union is what merging all of both gives', () => {
    fc.assert(
      fc.property(anyPairs, anyPairs, (a, b) => {
        expect(uniteRanges(mergeRanges(a), mergeRanges(b))).toEqual(mergeRanges([...a, ...b]));
      }),
    );
  });

  test('subtracting takes away exactly what both have', () => {
    fc.assert(
      fc.property(anyPairs, anyPairs, (a, b) => {
        const taken = minutesOf(b);
        const expected = [...minutesOf(a)].filter((minute) => !taken.has(minute));
        expect(subtractRanges(mergeRanges(a), mergeRanges(b))).toEqual(rangesOf(expected));
      }),
    );
  });

  test('intersecting leaves exactly what both have', () => {
    fc.assert(
      fc.property(anyPairs, anyPairs, (a, b) => {
        const others = minutesOf(b);
        const expected = [...minutesOf(a)].filter((minute) => others.has(minute));
        expect(minutesOf(intersectRanges(mergeRanges(a), mergeRanges(b)))).toEqual(new Set(expected));
      }),
    );
  });

  test('the common time of none is none', () => {
    expect(intersectAllRanges([])).toEqual([]);
    expect(intersectAllRanges([[1, 2]])).toEqual([1, 2]);
    expect(
      intersectAllRanges([
        [1, 9],
        [2, 8],
        [3, 12],
      ]),
    ).toEqual([3, 8]);
  });

  test('a range is covered only by one that holds all of it', () => {
    expect(coversRange([0, 10, 20, 30], 2, 10)).toBe(true);
    expect(coversRange([0, 10, 20, 30], 2, 11)).toBe(false);
    expect(coversRange([0, 10, 20, 30], 12, 15)).toBe(false);
    expect(coversRange([0, 10, 20, 30], 20, 30)).toBe(true);
  });

  test('pairs and flat ranges are the same thing', () => {
    expect(
      toPairs(
        toRanges([
          { start: 5, end: 9 },
          { start: 1, end: 3 },
        ]),
      ),
    ).toEqual([
      { start: 1, end: 3 },
      { start: 5, end: 9 },
    ]);
  });
});
