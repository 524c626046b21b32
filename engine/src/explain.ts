// Why an instant is not offered. Whether it is offered, `slots` alone decides; what follows only finds the words.

import { coversRange, mergeRanges, toPairs, type Range } from './ranges.ts';
import { listHourRuns } from './hours.ts';
import {
  listFreeHosts,
  listStartsWithoutResource,
  type Busy,
  type Host,
  type Page,
  type SlotQuery,
  type Source,
} from './slots.ts';
import { computeEarliestStart, listReachedRanges, type Limit } from './windows.ts';
import { toDay } from './zones.ts';

export type Reason =
  | 'no hosts'
  | 'outside hours'
  | 'override'
  | 'busy'
  | 'buffer'
  | 'past'
  | 'notice'
  | 'window'
  | 'limit'
  | 'seats'
  /** Hosts are free, but every resource of a kind that the page needs is taken. */
  | 'resource'
  /** The time is free, but starts lie elsewhere: it is not one of the page's starts. */
  | 'not a start';

export interface HostReason {
  readonly host: number;
  readonly reason: Reason;
  /** Where the busy time comes from, with `busy` and `buffer`. */
  readonly source?: Source;
}

export type Explanation =
  | { readonly isOffered: true; readonly hosts: readonly number[] }
  | {
      readonly isOffered: false;
      readonly reason: Reason;
      readonly source?: Source;
      /** What stands in the way at each host; empty when the reason lies with the page. */
      readonly hosts: readonly HostReason[];
    };

export function explainSlot(query: SlotQuery, instant: number): Explanation {
  const hosts = listFreeHosts(query, instant);
  if (hosts.length > 0) return { isOffered: true, hosts };
  if (query.hosts.length === 0) return { isOffered: false, reason: 'no hosts', hosts: [] };
  const pageReason = reasonOfPage(query, instant);
  if (pageReason !== undefined) return { isOffered: false, reason: pageReason, hosts: [] };
  return reasonOfHosts(query, instant);
}

function reasonOfPage({ page, nowMs }: SlotQuery, instant: number): Reason | undefined {
  if (instant < computeEarliestStart(nowMs, 0)) return 'past';
  if (instant < page.bookable.start || instant >= page.bookable.end) return 'window';
  if (instant < computeEarliestStart(nowMs, page.noticeMinutes)) return 'notice';
  if (page.onlyStarts && !page.onlyStarts.includes(instant)) return 'not a start';
  if (lacksSeats(page, instant)) return 'seats';
  const isReached = isLimitReached(page.limit, instant) || isLimitReached(page.timeLimit, instant);
  return isReached ? 'limit' : undefined;
}

function lacksSeats({ group, durationMinutes }: Page, instant: number): boolean {
  if (group === undefined) return false;
  const event = group.events.find(({ start, end }) => start === instant && end - start === durationMinutes);
  return (event?.seatsLeft ?? group.seatsPerEvent) < group.seatsRequested;
}

function isLimitReached(limit: Limit | undefined, instant: number): boolean {
  return listReachedRanges(limit, { start: instant, end: instant }).length > 0;
}

function reasonOfHosts(query: SlotQuery, instant: number): Explanation {
  const { page } = query;
  const reasons = explainBusyHosts(query, instant);
  const telling = page.mode === 'intersection' ? reasons[0] : nearestToFree(reasons);
  const { reason, source } = telling ?? { reason: reasonOfStart(page, instant), source: undefined };
  return { isOffered: false, reason, ...(source === undefined ? {} : { source }), hosts: reasons };
}

/** What stands in the way at each host. Of a time that is offered by some, `free` are those. */
export function explainBusyHosts(
  { page, hosts }: SlotQuery,
  instant: number,
  free: readonly number[] = [],
): HostReason[] {
  const considered = page.mode === 'single' ? hosts.slice(0, 1) : hosts;
  const reasons: HostReason[] = [];
  for (const [index, host] of considered.entries()) {
    if (free.includes(index)) continue;
    const found = reasonOfHost(page, host, index, instant);
    // In a collective a host without a reason is simply free: the others stand in the way.
    if (found !== undefined) reasons.push({ host: index, ...found });
    else if (page.mode !== 'intersection')
      reasons.push({ host: index, reason: reasonOfStart(page, instant) });
  }
  return reasons;
}

/** Of a time at which hosts are free. */
function reasonOfStart(page: Page, instant: number): Reason {
  const taken = mergeRanges(listStartsWithoutResource(page, { start: instant, end: instant + 1 }));
  return coversRange(taken, instant, instant + 1) ? 'resource' : 'not a start';
}

const FROM_FREE_TO_CLOSED: readonly Reason[] = [
  'not a start',
  'resource',
  'limit',
  'buffer',
  'busy',
  'override',
  'outside hours',
];

/** Of several hosts of whom any would do, the one who came closest tells the most. */
function nearestToFree(reasons: readonly HostReason[]): HostReason | undefined {
  return FROM_FREE_TO_CLOSED.map((reason) => reasons.find((found) => found.reason === reason)).find(Boolean);
}

type HostFinding = Omit<HostReason, 'host'>;

function reasonOfHost(page: Page, host: Host, index: number, instant: number): HostFinding | undefined {
  const event = { start: instant, end: instant + page.durationMinutes };
  return (
    (page.onlyStarts ? undefined : reasonOfHours(host, event)) ??
    reasonOfBusyTime(page, host, index, event) ??
    (isLimitReached(host.limit, instant) ? { reason: 'limit' } : undefined)
  );
}

function reasonOfHours({ hours, zone }: Host, event: Range): HostFinding | undefined {
  const runs = listHourRuns(hours, zone, event.start, event.end);
  if (coversRange(runs, event.start, event.end)) return undefined;
  const isOverridden = hours.special.has(toDay(zone, firstMinuteOutside(runs, event)));
  return { reason: isOverridden ? 'override' : 'outside hours' };
}

function firstMinuteOutside(runs: readonly number[], event: Range): number {
  for (let i = 0; i < runs.length; i += 2) {
    if (runs[i]! <= event.start && event.start < runs[i + 1]!) return runs[i + 1]!;
  }
  return event.start;
}

function reasonOfBusyTime(page: Page, host: Host, index: number, event: Range): HostFinding | undefined {
  const buffers = {
    bufferBeforeMinutes: page.bufferBeforeMinutes,
    bufferAfterMinutes: page.bufferAfterMinutes,
  };
  const events = page.group?.events.filter(({ hosts }) => hosts.includes(index)) ?? [];
  const all: Busy[] = [
    ...host.busy,
    ...(host.calendars ?? []).flatMap(({ pairs, source }) =>
      toPairs(pairs).map((range) => ({ ...range, source })),
    ),
    ...(host.holds ?? []),
    ...events.map((groupEvent) => ({ ...buffers, ...groupEvent })),
  ];
  const hit = all.find((busy) => busy.start < event.end && busy.end > event.start);
  if (hit !== undefined) return withSource('busy', hit.source);
  const near = all.find(
    (busy) =>
      busy.start - (busy.bufferBeforeMinutes ?? 0) < event.end + page.bufferAfterMinutes &&
      busy.end + (busy.bufferAfterMinutes ?? 0) > event.start - page.bufferBeforeMinutes,
  );
  return near === undefined ? undefined : withSource('buffer', near.source);
}

function withSource(reason: Reason, source: Source | undefined): HostFinding {
  return source === undefined ? { reason } : { reason, source };
}
