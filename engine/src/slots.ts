// Which instants can be booked on a page, and which hosts are free at each. Listing, booking and explaining all call
// `computeSlots`, so that they can't disagree.

import { MINUTES_PER_DAY } from './dates.ts';
import { listHourRuns, type Hours } from './hours.ts';
import {
  intersectAllRanges,
  mergeRanges,
  subtractRanges,
  uniteRanges,
  type Range,
  type Ranges,
} from './ranges.ts';
import { listStarts, filterStarts, type Series } from './starts.ts';
import { collectStarts, type Slots } from './collect.ts';
import { computeEarliestStart, listReachedRanges, type Limit } from './windows.ts';
import type { Zone } from './zones.ts';

/** Where busy time comes from, for `explain`: an event or a calendar, and which one. */
export interface Source {
  readonly kind: string;
  readonly id: string;
}

/** Time that a host is not free. Its own buffers are kept free of others, too. */
export interface Busy extends Range {
  readonly bufferBeforeMinutes?: number | undefined;
  readonly bufferAfterMinutes?: number | undefined;
  readonly source?: Source | undefined;
}

/** Many times of one source without buffers of their own, as pairs in any order: numbers, since calendars have thousands. */
export interface BusyPairs {
  readonly pairs: readonly number[];
  readonly source: Source;
}

export interface Host {
  readonly zone: Zone;
  readonly hours: Hours;
  /** In any order; what lies outside `computeBusyWindow` has no effect. */
  readonly busy: readonly Busy[];
  /** The same for calendars. */
  readonly calendars?: readonly BusyPairs[] | undefined;
  /** Time held for somebody for a while. Starts that would overlap it are hidden; the others stay where they are. */
  readonly holds?: readonly Busy[] | undefined;
  readonly limit?: Limit | undefined;
}

/** An event of a group page, full or not. It takes its hosts' time like any other, with the page's buffers or its own. */
export interface GroupEvent extends Range {
  readonly seatsLeft: number;
  /** Nobody can join any more, whatever seats are left: a host is away. */
  readonly isClosed?: boolean | undefined;
  readonly bufferBeforeMinutes?: number | undefined;
  readonly bufferAfterMinutes?: number | undefined;
  /** Indexes into the query's hosts. */
  readonly hosts: readonly number[];
  readonly source?: Source | undefined;
}

export interface Group {
  readonly seatsRequested: number;
  readonly seatsPerEvent: number;
  readonly events: readonly GroupEvent[];
}

/** Something that an event takes beside its hosts, such as a room. Its busy time has the buffers of what takes it. */
export interface Resource {
  readonly busy: readonly Range[];
}

export interface Page {
  /** `single`: the first host. `uniteRanges`: any host (round robin). `intersection`: all hosts (collective). */
  readonly mode: 'single' | 'union' | 'intersection';
  readonly durationMinutes: number;
  readonly intervalMinutes: number;
  readonly bufferBeforeMinutes: number;
  readonly bufferAfterMinutes: number;
  readonly noticeMinutes: number;
  /** Where a start is allowed: see `computeBookableRange`. */
  readonly bookable: Range;
  readonly limit?: Limit | undefined;
  /** The same for the minutes that are booked. */
  readonly timeLimit?: Limit | undefined;
  /** These starts and no others, in order: the hours and the grid do not count. A link may offer times by itself. */
  readonly onlyStarts?: readonly number[] | undefined;
  /** One start that is not offered, while the others stay where they are: an event is not moved to where it is. */
  readonly exceptStart?: number | undefined;
  readonly group?: Group | undefined;
  /** For each kind of resource that an event takes, those that would do. Starts at which none of them is free are not offered. */
  readonly resources?: readonly (readonly Resource[])[] | undefined;
}

export interface SlotQuery {
  readonly page: Page;
  readonly hosts: readonly Host[];
  /** The present, in milliseconds since the epoch. */
  readonly nowMs: number;
}

const LONGEST_WINDOW_DAYS = 400;

/** Every start inside the window that can be booked, in order, with the hosts free at each. */
export function computeSlots(query: SlotQuery, window: Range): Slots {
  validateQuery(query, window);
  const clipped = clipWindow(query, window);
  if (clipped === undefined) return collectStarts([], query.page.intervalMinutes);
  const seriesByHost = seriesOfHosts(query, clipped);
  return collectStarts(seriesByHost, query.page.intervalMinutes, listJoinableEvents(query, clipped));
}

/** The hosts (indexes) free at one instant; none when it is not offered. */
export function listFreeHosts(query: SlotQuery, instant: number): number[] {
  return [...computeSlots(query, { start: instant, end: instant + 1 }).hosts];
}

/**
 * The hosts who had a start at this instant before, and whose time is still free: what came since then moved their starts.
 * `before` has the same hosts, without what came since.
 */
export function listStillFreeHosts(query: SlotQuery, before: SlotQuery, instant: number): number[] {
  const hadStart = listFreeHosts(before, instant);
  const free = listFreeHosts({ ...query, page: { ...query.page, onlyStarts: [instant] } }, instant);
  return free.filter((host) => hadStart.includes(host));
}

/** The first start of a window, or undefined; looks piece by piece, so a far horizon costs only as far as needed. */
export function findFirstStart(query: SlotQuery, window: Range): number | undefined {
  const pieceMinutes = 28 * MINUTES_PER_DAY;
  const horizon = Math.min(window.end, query.page.bookable.end);
  for (let start = window.start; start < horizon; start += pieceMinutes) {
    const piece = { start, end: Math.min(start + pieceMinutes, horizon) };
    const first = computeSlots(query, piece).starts[0];
    if (first !== undefined) return first;
  }
  return undefined;
}

/** From when until when busy time must be known to answer a window: starts are counted from where the hours began. */
export function computeBusyWindow(
  page: Page,
  hosts: readonly Pick<Host, 'zone' | 'hours'>[],
  window: Range,
): Range {
  let start = window.start;
  for (const { hours, zone } of hosts) {
    const [runStart = start] = listHourRuns(hours, zone, window.start, window.start + 1);
    start = Math.min(start, runStart);
  }
  return {
    start: start - page.bufferBeforeMinutes,
    end: window.end + page.durationMinutes + page.bufferAfterMinutes,
  };
}

function validateQuery({ page, hosts }: SlotQuery, window: Range): void {
  if (!(page.durationMinutes >= 1) || !(page.intervalMinutes >= 1)) {
    throw new RangeError('The duration and the interval must be at least a minute.');
  }
  if (window.end - window.start > LONGEST_WINDOW_DAYS * MINUTES_PER_DAY) {
    throw new RangeError(`At most ${LONGEST_WINDOW_DAYS} days can be queried at once.`);
  }
  if (hosts.length > 0xffff) throw new RangeError('A page has at most 65,535 hosts.');
}

/** The part of the window that is neither too soon nor outside the booking window. */
function clipWindow({ page, nowMs }: SlotQuery, window: Range): Range | undefined {
  const start = Math.max(window.start, page.bookable.start, computeEarliestStart(nowMs, page.noticeMinutes));
  const end = Math.min(window.end, page.bookable.end);
  return start < end ? { start, end } : undefined;
}

function seriesOfHosts(query: SlotQuery, clipped: Range): Series[] {
  const { page, hosts } = query;
  if (page.group !== undefined && page.group.seatsRequested > page.group.seatsPerEvent)
    return hosts.map(() => []);
  const except = page.exceptStart === undefined ? [] : [page.exceptStart, page.exceptStart + 1];
  const reached = [...listReachedRanges(page.limit, clipped), ...listReachedRanges(page.timeLimit, clipped)];
  const closed = mergeRanges([...reached, ...except, ...listStartsWithoutResource(page, clipped)]);
  const open = subtractRanges([clipped.start, clipped.end], closed);
  if (page.mode === 'intersection') {
    const common = seriesOfAll(query, clipped, open);
    return hosts.map(() => common);
  }
  const considered = page.mode === 'single' ? hosts.slice(0, 1) : hosts;
  return considered.map((host, index) => seriesOfOne(page, host, index, clipped, open));
}

function seriesOfOne(page: Page, host: Host, index: number, clipped: Range, open: Ranges): Series {
  const runs = runsFor(page, host, clipped);
  if (runs.length === 0) return [];
  const free = subtractRanges(runs, blockedTime(page, host, index, runs));
  return startsOn(page, host, free, subtractRanges(open, hiddenStarts(page, host, clipped)));
}

/** All hosts are treated as one: open when all are, busy when any is, on the clock of the first. */
function seriesOfAll({ page, hosts }: SlotQuery, clipped: Range, open: Ranges): Series {
  const [first] = hosts;
  if (first === undefined) return [];
  const runs = intersectAllRanges(hosts.map((host) => runsFor(page, host, clipped)));
  if (runs.length === 0) return [];
  const blocked = mergeRanges(hosts.flatMap((host, index) => blockedTime(page, host, index, runs)));
  const openForAll = hosts.reduce(
    (left, host) => subtractRanges(left, hiddenStarts(page, host, clipped)),
    open,
  );
  return startsOn(page, first, subtractRanges(runs, blocked), openForAll);
}

function runsFor(page: Page, host: Host, clipped: Range): Ranges {
  if (page.onlyStarts)
    return mergeRanges(page.onlyStarts.flatMap((start) => [start, start + page.durationMinutes]));
  return listHourRuns(host.hours, host.zone, clipped.start, clipped.end + page.durationMinutes);
}

function startsOn(page: Page, { zone }: Host, free: Ranges, open: Ranges): Series {
  const { durationMinutes, intervalMinutes, onlyStarts } = page;
  if (onlyStarts) return filterStarts(onlyStarts, free, durationMinutes, open);
  return listStarts(free, { zone, durationMinutes, intervalMinutes }, open);
}

/**
 * The time in which no event of this page may lie. The page's own buffers belong to the event that would be booked: they
 * must not touch busy time either, so they widen it at the other side.
 */
function blockedTime(page: Page, host: Host, index: number, runs: Ranges): Ranges {
  const from = runs[0]!;
  const to = runs[runs.length - 1]!;
  const flat: number[] = [];
  for (const busy of host.busy) {
    const start = busy.start - (busy.bufferBeforeMinutes ?? 0) - page.bufferAfterMinutes;
    const end = busy.end + (busy.bufferAfterMinutes ?? 0) + page.bufferBeforeMinutes;
    if (start < to && end > from) flat.push(start, end);
  }
  for (const event of page.group?.events ?? []) {
    if (!event.hosts.includes(index)) continue;
    const { bufferBeforeMinutes = page.bufferBeforeMinutes, bufferAfterMinutes = page.bufferAfterMinutes } =
      event;
    flat.push(
      event.start - bufferBeforeMinutes - page.bufferAfterMinutes,
      event.end + bufferAfterMinutes + page.bufferBeforeMinutes,
    );
  }
  return uniteRanges(mergeRanges(flat), calendarTime(page, host.calendars ?? []));
}

interface CalendarTime {
  readonly before: number;
  readonly after: number;
  readonly ranges: Ranges;
}

/** By the list itself: callers who keep a host for many queries need not have the same thousands of numbers merged for each. */
const mergedCalendars = new WeakMap<readonly BusyPairs[], CalendarTime>();

function calendarTime(page: Page, calendars: readonly BusyPairs[]): Ranges {
  const { bufferBeforeMinutes: before, bufferAfterMinutes: after } = page;
  const known = mergedCalendars.get(calendars);
  if (known?.before === before && known.after === after) return known.ranges;
  const flat: number[] = [];
  for (const { pairs } of calendars)
    for (let i = 0; i < pairs.length; i += 2) flat.push(pairs[i]! - after, pairs[i + 1]! + before);
  const ranges = mergeRanges(flat);
  mergedCalendars.set(calendars, { before, after, ranges });
  return ranges;
}

/** Where no start is offered although the time is free: on days whose limit is reached, and where it would overlap a hold. */
function hiddenStarts(page: Page, { limit, holds = [] }: Host, clipped: Range): Ranges {
  const reached = listReachedRanges(limit, clipped);
  if (holds.length === 0) return reached;
  const flat = [...reached];
  for (const hold of holds) {
    const heldFrom = hold.start - (hold.bufferBeforeMinutes ?? 0);
    const heldTo = hold.end + (hold.bufferAfterMinutes ?? 0);
    flat.push(...startsOverlapping(page, heldFrom, heldTo));
  }
  return mergeRanges(flat);
}

/** The starts of events of this page that, with its buffers, would overlap a time. */
function startsOverlapping(page: Page, from: number, to: number): [number, number] {
  return [from - page.bufferAfterMinutes - page.durationMinutes + 1, to + page.bufferBeforeMinutes];
}

/** Where every resource of some kind is taken. They hide starts, as holds do: who books a room moves no starts of others. */
export function listStartsWithoutResource(page: Page, { start, end }: Range): number[] {
  return (page.resources ?? []).flatMap((kind) => {
    if (kind.length === 0) return [start, end];
    const taken = kind.map(({ busy }) =>
      mergeRanges(busy.flatMap((time) => startsOverlapping(page, time.start, time.end))),
    );
    return [...intersectAllRanges(taken)];
  });
}

/**
 * Group events with enough seats, hosted by everyone the page would book: offered at exactly their start, on the grid or
 * not, whatever the hours say today.
 */
export function listJoinableEvents({ page, hosts }: SlotQuery, clipped: Range): readonly GroupEvent[] {
  if (page.group === undefined) return [];
  const { events, seatsRequested } = page.group;
  const required = [...hosts.keys()].slice(0, page.mode === 'intersection' ? hosts.length : 1);
  return events.filter(
    ({ start, end, seatsLeft, isClosed = false, hosts: booked }) =>
      seatsLeft >= seatsRequested &&
      !isClosed &&
      required.length > 0 &&
      required.every((host) => booked.includes(host)) &&
      end - start === page.durationMinutes &&
      (page.onlyStarts?.includes(start) ?? true) &&
      start >= clipped.start &&
      start < clipped.end,
  );
}
