/** The order of a list that is being changed. Pure, so that Node can test it. */

/** The same items with one of them at another place; as they are if there is no such place. */
export function moveTo<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const [item] = items.slice(from, from + 1);
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  const others = items.filter((_, index) => index !== from);
  return [...others.slice(0, to), item, ...others.slice(to)];
}

/** Where an item stands along the axis of its list. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

interface Limits {
  readonly first: number;
  readonly last: number;
}

/**
 * The place at which an item lands that is `by` pixels from its own: it takes that of another once its edge is past the other's
 * middle. In a list that runs from right to left, extents are mirrored before.
 */
export function findPlace(extents: readonly Extent[], from: number, by: number, limits: Limits): number {
  const own = extents[from];
  if (!own) return from;
  const isPast = (other: Extent): boolean =>
    by > 0 ? own.end + by > (other.start + other.end) / 2 : own.start + by < (other.start + other.end) / 2;
  let to = from;
  if (by > 0) while (to < limits.last && isPast(extents[to + 1] ?? own)) to += 1;
  if (by < 0) while (to > limits.first && isPast(extents[to - 1] ?? own)) to -= 1;
  return to;
}

/** By how many pixels an item steps aside, or where the moved one stands itself. */
export function computeShift(extents: readonly Extent[], index: number, from: number, to: number): number {
  const own = extents[from];
  const target = extents[to];
  if (!own || !target || from === to) return 0;
  if (index === from) return to > from ? target.end - own.end : target.start - own.start;
  const gap = findGap(extents, from);
  if (from < index && index <= to) return -(own.end - own.start + gap);
  if (to <= index && index < from) return own.end - own.start + gap;
  return 0;
}

function findGap(extents: readonly Extent[], from: number): number {
  const [own, next, before] = [extents[from], extents[from + 1], extents[from - 1]];
  if (own && next) return next.start - own.end;
  return own && before ? own.start - before.end : 0;
}

/** The items around one that are of the same group: it can't leave them. */
export function findLimits(groups: readonly string[], index: number): Limits {
  let [first, last] = [index, index];
  while (first > 0 && groups[first - 1] === groups[index]) first -= 1;
  while (last < groups.length - 1 && groups[last + 1] === groups[index]) last += 1;
  return { first, last };
}
