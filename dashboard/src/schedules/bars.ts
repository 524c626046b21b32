import { toClock, minutesPerDay } from '@daybook/booking/calendar';
import { parseMinute, type Range, type Week } from './rules.ts';

/** The hours of a day as bars whose edges move. Ranges stay in order and never overlap. Pure, so that Node can test it. */

export type Edge = 'start' | 'end';

/** By how much keys and pointers move an edge. */
export const stepMinutes = 15;

const usualHours: Range = ['09:00', '17:00'];

interface Limits {
  readonly least: number;
  readonly most: number;
}

/** How far an edge can go: to the neighbouring bar, and not past the other edge of its own. */
export function getEdgeLimits(ranges: readonly Range[], index: number, edge: Edge): Limits {
  const [start, end] = toMinuteRange(ranges[index]);
  const before = toMinuteRange(ranges[index - 1])[1];
  const after = index + 1 < ranges.length ? toMinuteRange(ranges[index + 1])[0] : minutesPerDay;
  return edge === 'start'
    ? { least: before, most: Math.max(before, end - stepMinutes) }
    : { least: Math.min(after, start + stepMinutes), most: after };
}

export function moveEdge(ranges: readonly Range[], index: number, edge: Edge, minute: number): Range[] {
  const { least, most } = getEdgeLimits(ranges, index, edge);
  const at = toClock(Math.min(most, Math.max(least, minute)));
  return replaced(ranges, index, ([start, end]) => (edge === 'start' ? [at, end] : [start, at]));
}

/** Moves a whole bar to another start, as far as its neighbours let it. */
export function moveBar(ranges: readonly Range[], index: number, toStart: number): Range[] {
  const [start, end] = toMinuteRange(ranges[index]);
  const { least } = getEdgeLimits(ranges, index, 'start');
  const { most } = getEdgeLimits(ranges, index, 'end');
  const from = Math.min(most - (end - start), Math.max(least, toStart));
  return replaced(ranges, index, () => [toClock(from), toClock(from + end - start)]);
}

interface AddedBar {
  readonly ranges: Range[];
  readonly index: number;
}

/** One more bar: an hour after the last one if there is room, else in the first gap. Undefined when the day is full. */
export function addBar(ranges: readonly Range[]): AddedBar | undefined {
  if (ranges.length === 0) return { ranges: [usualHours], index: 0 };
  const last = toMinuteRange(ranges.at(-1))[1];
  if (last + 120 <= minutesPerDay) return inserted(ranges, last + 60, last + 120);
  const gap = gapsOf(ranges).find(([start, end]) => end - start >= stepMinutes);
  return gap && inserted(ranges, gap[0], Math.min(gap[1], gap[0] + 60));
}

/** A bar between two minutes, as far as there is room around the first. */
export function drawBar(ranges: readonly Range[], from: number, to: number): AddedBar | undefined {
  const gap = gapsOf(ranges).find(([start, end]) => start <= from && from <= end);
  if (!gap) return undefined;
  const [start, end] = [Math.max(gap[0], Math.min(from, to)), Math.min(gap[1], Math.max(from, to))];
  return end - start < stepMinutes ? undefined : inserted(ranges, start, end);
}

export function removeBar(ranges: readonly Range[], index: number): Range[] {
  return ranges.filter((_, other) => other !== index);
}

/** The next full step in a direction. */
export function stepMinute(minute: number, steps: number): number {
  const size = stepMinutes * Math.abs(steps);
  return steps > 0
    ? (Math.floor(minute / stepMinutes) + steps) * stepMinutes
    : Math.ceil(minute / stepMinutes) * stepMinutes - size;
}

export interface Scale {
  readonly from: number;
  readonly to: number;
}

/** The part of a day that is drawn: six to ten in the evening, and more where the week has hours outside of it. */
export function computeScale(week: Week): Scale {
  const edges = Object.values(week).flat().map(toMinuteRange);
  const twoHours = 120;
  const from = Math.min(6 * 60, ...edges.map(([start]) => start));
  const to = Math.max(22 * 60, ...edges.map(([, end]) => end));
  return { from: Math.floor(from / twoHours) * twoHours, to: Math.ceil(to / twoHours) * twoHours };
}

/** Where a minute stands on the scale, in percent. */
export function computeShare({ from, to }: Scale, minute: number): number {
  return ((minute - from) / (to - from)) * 100;
}

/** The minute at a share of the scale, on a full step. */
export function getMinuteAt({ from, to }: Scale, share: number): number {
  const minute = from + Math.min(1, Math.max(0, share)) * (to - from);
  return Math.round(minute / stepMinutes) * stepMinutes;
}

export function toMinuteRange(range: Range | undefined): readonly [start: number, end: number] {
  return range ? [parseMinute(range[0]), parseMinute(range[1])] : [0, 0];
}

function gapsOf(ranges: readonly Range[]): (readonly [number, number])[] {
  const edges = [0, ...ranges.flatMap(toMinuteRange), minutesPerDay];
  return edges.flatMap((edge, index) => (index % 2 === 0 ? [[edge, edges[index + 1] ?? edge] as const] : []));
}

function inserted(ranges: readonly Range[], start: number, end: number): AddedBar {
  const range: Range = [toClock(start), toClock(end)];
  const all = [...ranges, range].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ranges: all, index: all.indexOf(range) };
}

function replaced(ranges: readonly Range[], index: number, change: (range: Range) => Range): Range[] {
  return ranges.map((range, other) => (other === index ? change(range) : range));
}
