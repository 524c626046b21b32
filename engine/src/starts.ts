// Free ranges to starts (design rule 3): the first start of a range is aligned up on the host's wall clock, the others
// follow by the interval while the duration fits. Counted from the range's own beginning, never from the window or from
// the present: as time passes starts disappear, they never move.

import { MINUTES_PER_DAY, modulo, getMonday } from './dates.ts';
import { coversRange, type Ranges } from './ranges.ts';
import { toDay, findSpan, getSpanEnd, startOfDay, type Zone } from './zones.ts';

export interface StartGrid {
  /** On whose wall clock starts are aligned. */
  readonly zone: Zone;
  readonly durationMinutes: number;
  readonly intervalMinutes: number;
}

/** Starts as flat pairs [first, last, first, last, ...], both included, an interval apart. */
export type Series = readonly number[];

/** The starts in free ranges that fall into `open`, the time in which a start is allowed. */
export function listStarts(free: Ranges, stepping: StartGrid, open: Ranges): Series {
  const { zone, durationMinutes, intervalMinutes } = stepping;
  const series: number[] = [];
  const align = aligner(zone, getGrid(intervalMinutes));
  for (let i = 0; i < free.length; i += 2) {
    let from = free[i]!;
    const lastStart = free[i + 1]! - durationMinutes;
    for (const restart of weeklyRestarts(zone, from, lastStart)) {
      appendOpen(series, align(from), restart - 1, intervalMinutes, open);
      from = restart;
    }
    if (from <= lastStart) appendOpen(series, align(from), lastStart, intervalMinutes, open);
  }
  return series;
}

/** Those of the given starts whose time is free, and which fall into `open`. */
export function filterStarts(
  starts: readonly number[],
  free: Ranges,
  durationMinutes: number,
  open: Ranges,
): Series {
  return starts.flatMap((start) => {
    const isOpen = coversRange(open, start, start + 1);
    return isOpen && coversRange(free, start, start + durationMinutes) ? [start, start] : [];
  });
}

const NO_RESTARTS: readonly number[] = [];

/**
 * Where counting begins anew in a free range that is too long to have a beginning worth counting from: every Monday 00:00
 * after a whole free week. Without it, the starts of a host who is always open would hang on the farthest past.
 */
function weeklyRestarts(zone: Zone, start: number, lastStart: number): readonly number[] {
  // A week is never shorter than this, whatever its clock changes.
  if (lastStart - start < 6 * MINUTES_PER_DAY) return NO_RESTARTS;
  const restarts: number[] = [];
  let monday = getMonday(toDay(zone, start));
  if (startOfDay(zone, monday) < start) monday += 7;
  for (monday += 7; startOfDay(zone, monday) <= lastStart; monday += 7)
    restarts.push(startOfDay(zone, monday));
  return restarts;
}

const GRIDS = [60, 30, 20, 15, 10, 5];

/** The largest of the usual grids that divides the interval; every minute when none does. */
export function getGrid(intervalMinutes: number): number {
  return GRIDS.find((grid) => intervalMinutes % grid === 0) ?? 1;
}

/** A function to the first instant, at or after the given one, at which the clock shows a multiple of the grid. */
function aligner(zone: Zone, grid: number): (instant: number) => number {
  // Ranges come in order and clock changes are rare: nearly every call finds the span of the call before.
  let spanFrom = 1;
  let spanTo = 0;
  let offset = 0;
  return (instant) => {
    let from = instant;
    for (;;) {
      if (from < spanFrom || from >= spanTo) {
        const span = findSpan(zone, from);
        spanFrom = zone.spanStarts[span]!;
        spanTo = getSpanEnd(zone, span);
        offset = zone.offsets[span]!;
      }
      const aligned = from + modulo(-(from + offset), grid);
      if (aligned < spanTo) return aligned;
      // The clock changes before it shows that multiple: look on from the change.
      from = spanTo;
    }
  };
}

function appendOpen(
  series: number[],
  first: number,
  lastAllowed: number,
  interval: number,
  open: Ranges,
): void {
  for (let i = 0; i < open.length; i += 2) {
    const openFrom = open[i]!;
    const openTo = Math.min(open[i + 1]! - 1, lastAllowed);
    if (openFrom > lastAllowed) return;
    const skipped = openFrom > first ? Math.ceil((openFrom - first) / interval) : 0;
    const from = first + skipped * interval;
    if (from <= openTo) series.push(from, openTo - ((openTo - from) % interval));
  }
}
