// A zone is a table: spans of time, each with one offset from UTC. Everything that knows clock changes reads this table;
// nothing asks the runtime, whose own zone data may be older than ours.

import { MINUTES_PER_DAY } from './dates.ts';

export interface Zone {
  readonly name: string;
  /** First minute of each span; the first one stands for "since ever". */
  readonly spanStarts: Int32Array;
  /** Minutes east of UTC in each span. */
  readonly offsets: Int32Array;
  /** What the span's own clock shows when the span ends; the last one stands for "for ever". */
  readonly wallEnds: Int32Array;
  /** Of a host who travels (travel.ts): whose clock counts on a date, all of it. */
  readonly zoneOn?: (day: number) => Zone;
}

export function getZoneOnDay(zone: Zone, day: number): Zone {
  return zone.zoneOn?.(day) ?? zone;
}

const SINCE_EVER = -(2 ** 31);
const FOR_EVER = 2 ** 31 - 1;

/** A zone whose clock changes from `offsets[i]` to `offsets[i + 1]` at `changes[i]`. */
export function createZone(name: string, changes: readonly number[], offsets: readonly number[]): Zone {
  const wallEnds = changes.map((change, i) => change + (offsets[i] ?? 0));
  return {
    name,
    spanStarts: Int32Array.from([SINCE_EVER, ...changes]),
    offsets: Int32Array.from(offsets),
    wallEnds: Int32Array.from([...wallEnds, FOR_EVER]),
  };
}

export function createFixedZone(name: string, offsetMinutes: number): Zone {
  return createZone(name, [], [offsetMinutes]);
}

export const UTC: Zone = createFixedZone('UTC', 0);

/** Which span of the table an instant falls in. */
export function findSpan(zone: Zone, instant: number): number {
  const { spanStarts } = zone;
  let low = 0;
  let high = spanStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (spanStarts[middle]! <= instant) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The first minute after a span. */
export function getSpanEnd(zone: Zone, span: number): number {
  return span + 1 < zone.spanStarts.length ? zone.spanStarts[span + 1]! : FOR_EVER;
}

export function getOffset(zone: Zone, instant: number): number {
  return zone.offsets[findSpan(zone, instant)]!;
}

/** What the clock shows at an instant, in minutes: `day * 1440 + minuteOfDay`. */
export function toWallTime(zone: Zone, instant: number): number {
  return instant + getOffset(zone, instant);
}

export function toDay(zone: Zone, instant: number): number {
  return Math.floor(toWallTime(zone, instant) / MINUTES_PER_DAY);
}

/** The first span whose clock still has a wall time ahead of it; only there can its first occurrence be. */
function firstSpanReaching(zone: Zone, wall: number): number {
  const { wallEnds } = zone;
  let low = 0;
  let high = wallEnds.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (wallEnds[middle]! > wall) high = middle;
    else low = middle + 1;
  }
  return low;
}

function spanShows(zone: Zone, span: number, wall: number): boolean {
  const instant = wall - zone.offsets[span]!;
  return instant >= zone.spanStarts[span]! && wall < zone.wallEnds[span]!;
}

/**
 * The instant of a wall time (design rule 4): in an autumn overlap the first occurrence, in a spring gap as far after the
 * change as the wall time lies after the gap's beginning, which is what the old offset would have given.
 */
export function toInstant(zone: Zone, wall: number): number {
  const span = firstSpanReaching(zone, wall);
  const isInGap = !spanShows(zone, span, wall);
  return wall - zone.offsets[isInGap ? span - 1 : span]!;
}

/** Every instant at which the clock shows a wall time, earliest first: none in a gap, two in an overlap. */
export function listOccurrences(zone: Zone, wall: number): number[] {
  const found: number[] = [];
  const first = firstSpanReaching(zone, wall);
  // An overlap never reaches further than the span after the next.
  for (let span = first; span < Math.min(first + 3, zone.offsets.length); span++) {
    if (spanShows(zone, span, wall)) found.push(wall - zone.offsets[span]!);
  }
  return found;
}

/** The first instant of a date; not midnight when the clock skips it. */
export function startOfDay(zone: Zone, day: number): number {
  return toInstant(zone, day * MINUTES_PER_DAY);
}
