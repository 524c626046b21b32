// Sets of time as flat arrays: [start, end, start, end, ...], half-open, sorted, disjoint and not touching. Flat, because
// a year of one host is thousands of numbers and none of them needs an object. The unit does not matter here.

export type Ranges = readonly number[];

export interface Range {
  readonly start: number;
  readonly end: number;
}

export function toRanges(pairs: Iterable<Range>): Ranges {
  const flat: number[] = [];
  for (const { start, end } of pairs) flat.push(start, end);
  return mergeRanges(flat);
}

export function toPairs(ranges: Ranges): Range[] {
  const pairs: Range[] = [];
  for (let i = 0; i < ranges.length; i += 2) pairs.push({ start: ranges[i]!, end: ranges[i + 1]! });
  return pairs;
}

/** Any pairs, in any order, overlapping or empty, to a proper set of ranges. */
export function mergeRanges(flat: readonly number[]): Ranges {
  return isProper(flat) ? flat : mergeSorted(sortPairs(flat));
}

function isProper(flat: readonly number[]): boolean {
  for (let i = 0; i < flat.length; i += 2) {
    if (flat[i]! >= flat[i + 1]! || (i > 0 && flat[i]! <= flat[i - 1]!)) return false;
  }
  return true;
}

function sortPairs(flat: readonly number[]): number[] {
  const order: number[] = [];
  let isSorted = true;
  for (let i = 0; i < flat.length; i += 2) {
    order.push(i);
    if (i > 0 && flat[i]! < flat[i - 2]!) isSorted = false;
  }
  if (!isSorted) order.sort((a, b) => flat[a]! - flat[b]!);
  const sorted: number[] = [];
  for (const i of order) sorted.push(flat[i]!, flat[i + 1]!);
  return sorted;
}

function mergeSorted(sorted: readonly number[]): Ranges {
  const merged: number[] = [];
  for (let i = 0; i < sorted.length; i += 2) {
    if (sorted[i]! < sorted[i + 1]!) append(merged, sorted[i]!, sorted[i + 1]!);
  }
  return merged;
}

/** A range that does not begin before the last one. */
function append(merged: number[], start: number, end: number): void {
  const last = merged.length - 1;
  if (last < 0 || start > merged[last]!) merged.push(start, end);
  else if (end > merged[last]!) merged[last] = end;
}

/** What is in one set or the other, in one pass over both. */
export function uniteRanges(a: Ranges, b: Ranges): Ranges {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const joined: number[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (j >= b.length || a[i]! <= b[j]!) {
      append(joined, a[i]!, a[i + 1]!);
      i += 2;
    } else {
      append(joined, b[j]!, b[j + 1]!);
      j += 2;
    }
  }
  return joined;
}

/** What of `ranges` is not in `removed`. */
export function subtractRanges(ranges: Ranges, removed: Ranges): Ranges {
  if (removed.length === 0) return ranges;
  const left: number[] = [];
  let r = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    let start = ranges[i]!;
    const end = ranges[i + 1]!;
    while (r < removed.length && removed[r + 1]! <= start) r += 2;
    let cut = r;
    while (cut < removed.length && removed[cut]! < end) {
      if (removed[cut]! > start) left.push(start, removed[cut]!);
      start = removed[cut + 1]!;
      cut += 2;
    }
    if (start < end) left.push(start, end);
  }
  return left;
}

export function intersectRanges(a: Ranges, b: Ranges): Ranges {
  const common: number[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const start = Math.max(a[i]!, b[j]!);
    const end = Math.min(a[i + 1]!, b[j + 1]!);
    if (start < end) common.push(start, end);
    if (a[i + 1]! < b[j + 1]!) i += 2;
    else j += 2;
  }
  return common;
}

/** The time that all of several sets have in common; none of none. */
export function intersectAllRanges(sets: readonly Ranges[]): Ranges {
  const [first, ...others] = sets;
  return first === undefined ? [] : others.reduce(intersectRanges, first);
}

/** Whether one range of the set holds all of `[start, end)`. */
export function coversRange(ranges: Ranges, start: number, end: number): boolean {
  for (let i = 0; i < ranges.length && ranges[i]! <= start; i += 2) {
    if (end <= ranges[i + 1]!) return true;
  }
  return false;
}
