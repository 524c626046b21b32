import { MINUTES_PER_DAY, parseDate } from '@daybook/engine/dates';
import { readHours, type Hours } from '@daybook/engine/hours';
import type { Range } from '@daybook/engine/ranges';
import { toDay, type Zone } from '@daybook/engine/zones';
import { computeBookableRange, toDayRange, type BookingWindow, type Limit } from '@daybook/engine/windows';
import type { Busy, Group, Host, Page, SlotQuery } from '@daybook/engine/slots';
import { getZone, resolveHostZone } from '../platform/zones.ts';
import type { BusySource } from './busy-source.store.ts';
import { busySources, type BusyRow } from './busy-sources.store.ts';
import type { HostFacts, PageFacts } from './store.ts';

export interface QueryOptions {
  readonly durationMinutes: number;
  readonly seats: number;
  /** All hosts attend, whatever the page's type: a collective link demands it. */
  readonly allHosts: boolean;
  readonly nowMs: number;
  /** Calendars are asked before anything is booked, so that one that could not be asked before does not count. */
  readonly asksCalendars?: boolean;
}

/** A page as the engine takes it. Listing, booking, moving and explaining all build their query here. */
export function buildSlotQuery(facts: PageFacts, options: QueryOptions): SlotQuery {
  const zone = getZone(facts.pageTimezone);
  const hosts = facts.hosts.map((host) => hostOf(host, facts, options));
  return {
    nowMs: options.nowMs,
    hosts,
    page: {
      mode: modeOf(facts, options),
      durationMinutes: options.durationMinutes,
      intervalMinutes: facts.slotInterval ?? facts.duration,
      bufferBeforeMinutes: facts.bufferBefore,
      bufferAfterMinutes: facts.bufferAfter,
      noticeMinutes: facts.minimumNotice,
      onlyStarts: facts.onlyStarts,
      bookable: computeBookableRange(windowOf(facts.bookingWindow), options.nowMs, zone),
      ...pageLimits(facts, zone, options.durationMinutes),
      group: facts.type === 'GROUP' ? groupOf(facts, hosts, options.seats) : undefined,
      resources: facts.resources.map(({ candidates }) =>
        candidates.map(({ busy }) => ({ busy: busy.map(([start, end]) => ({ start, end })) })),
      ),
    },
  };
}

function modeOf({ type }: PageFacts, { allHosts }: QueryOptions): 'single' | 'union' | 'intersection' {
  if (allHosts || type === 'COLLECTIVE') return 'intersection';
  return type === 'ROUND_ROBIN' ? 'union' : 'single';
}

function hostOf(host: HostFacts, { type }: PageFacts, { asksCalendars = false }: QueryOptions): Host {
  const zone = resolveHostZone(host);
  const own = host.own ? resolveHostZone(host.own) : zone;
  return {
    zone,
    hours: toHours(host),
    limit: limitOf(zone, host, () => countByDay(zone, ownRows(host), () => 1)),
    busy: [
      ...busyOf(
        host,
        own,
        'busy',
        (isOfThisPage, { isAskedAtBooking }) =>
          (type === 'GROUP' && isOfThisPage) || (asksCalendars && isAskedAtBooking === true),
      ),
      ...daysOffOf(host, own),
    ],
    calendars: host.busy.plain,
    holds: busyOf(host, own, 'hides'),
  };
}

function ownRows({ busy }: HostFacts): BusyRow[] {
  return busy.rows.flatMap((rows) => rows.filter((row) => row[5]));
}

/** A group page's own events are not in its way: they are what is offered, while seats are left. */
function busyOf(
  host: HostFacts,
  own: Zone,
  effect: BusySource['effect'],
  isLeftOut: (isOfThisPage: boolean, source: BusySource) => boolean = () => false,
): Busy[] {
  return busySources.flatMap((source, index) => {
    const rows = source.effect === effect ? (host.busy.rows[index] ?? []) : [];
    const found: Busy[] = [];
    for (const row of rows) {
      if (isLeftOut(row[5], source)) continue;
      const { start, end } = toBusyRange(source, row, own);
      const cause = { kind: source.kind, id: row[4] };
      found.push({ start, end, bufferBeforeMinutes: row[2], bufferAfterMinutes: row[3], source: cause });
    }
    return found;
  });
}

/** A calendar of the host can't be asked, and what is known of it may not be trusted. */
export function isUnreachable({ busy }: HostFacts): boolean {
  return busySources.some(
    ({ isAskedAtBooking }, index) => isAskedAtBooking && (busy.rows[index] ?? []).length > 0,
  );
}

/** Days are those of the host's own schedule, whatever schedule a page has. */
export function toBusyRange({ unit }: BusySource, row: BusyRow, zone: Zone): Range {
  const start = row[0];
  const end = row[1];
  if (unit !== 'days') return { start, end };
  return toDayRange(zone, start / MINUTES_PER_DAY, end / MINUTES_PER_DAY - 1);
}

function daysOffOf(host: HostFacts, own: Zone): Busy[] {
  return (host.own?.daysOff ?? []).map((date) => {
    const day = parseDate(date) ?? 0;
    return { ...toDayRange(own, day, day), source: { kind: 'day_off', id: date } };
  });
}

/** How many events and how many minutes the page takes. */
function pageLimits(
  facts: PageFacts,
  zone: Zone,
  durationMinutes: number,
): Pick<Page, 'limit' | 'timeLimit'> {
  const { dailyMinutes: dailyLimit, weeklyMinutes: weeklyLimit, monthlyMinutes: monthlyLimit } = facts;
  const counted = () => [...facts.countedEvents, ...heldTimes(facts)];
  const minutes = limitOf(zone, { dailyLimit, weeklyLimit, monthlyLimit }, () =>
    countByDay(zone, counted(), ([start, end]) => end - start),
  );
  return {
    limit: limitOf(zone, facts, () => countByDay(zone, counted(), () => 1)),
    timeLimit: minutes && { ...minutes, adds: durationMinutes },
  };
}

/** A hold counts like the booking that it may become. */
function heldTimes({ hosts }: PageFacts): BusyRow[] {
  const rows = new Map<string, BusyRow>();
  for (const { busy } of hosts) {
    for (const [index, { effect }] of busySources.entries()) {
      if (effect !== 'hides') continue;
      for (const row of busy.rows[index] ?? []) if (row[5]) rows.set(row[4], row);
    }
  }
  return [...rows.values()];
}

export function toHours({
  weeklyHours,
  specialHours,
}: Pick<HostFacts, 'weeklyHours' | 'specialHours'>): Hours {
  return readHours({
    weekly: Object.entries(weeklyHours).map(([day, timesets]) => ({ day, timesets })),
    special: Object.entries(specialHours).map(([date, timesets]) => ({ date, timesets })),
  });
}

interface Limits {
  readonly dailyLimit: number | null;
  readonly weeklyLimit: number | null;
  readonly monthlyLimit?: number | null;
}

function limitOf(
  zone: Zone,
  { dailyLimit, weeklyLimit, monthlyLimit = null }: Limits,
  bookedByDay: () => ReadonlyMap<number, number>,
): Limit | undefined {
  if (dailyLimit === null && weeklyLimit === null && monthlyLimit === null) return undefined;
  return {
    zone,
    perDay: dailyLimit,
    perWeek: weeklyLimit,
    perMonth: monthlyLimit,
    bookedByDay: bookedByDay(),
  };
}

/** What these times come to, by the day on which each starts. */
function countByDay<Time extends readonly [start: number, end: number, ...unknown[]]>(
  zone: Zone,
  times: readonly Time[],
  sizeOf: (time: Time) => number,
): Map<number, number> {
  const byDay = new Map<number, number>();
  for (const time of times) {
    const day = toDay(zone, time[0]);
    byDay.set(day, (byDay.get(day) ?? 0) + sizeOf(time));
  }
  return byDay;
}

function windowOf(window: PageFacts['bookingWindow']): BookingWindow {
  if (window.type !== 'range') return window;
  return {
    type: 'dates',
    firstDay: parseDate(window.startDate) ?? 0,
    lastDay: parseDate(window.endDate) ?? 0,
  };
}

function groupOf(
  { hosts: facts, groupEvents, maxActiveInvitees }: PageFacts,
  hosts: readonly Host[],
  seatsRequested: number,
): Group {
  const index = new Map(facts.map(({ id }, position) => [id, position]));
  const absences = hosts.map(({ busy }) => busy.filter(({ source }) => source?.kind === 'out_of_office'));
  return {
    seatsRequested,
    seatsPerEvent: maxActiveInvitees,
    events: groupEvents.map(({ id, start, end, seatsLeft, isOpen, bufferBefore, bufferAfter, hostIds }) => {
      const eventHosts = hostIds.flatMap((hostId) => index.get(hostId) ?? []);
      const away = eventHosts.flatMap((host) => absences[host] ?? []);
      return {
        start,
        end,
        seatsLeft,
        isClosed: !isOpen || away.some((absence) => absence.start < end && absence.end > start),
        bufferBeforeMinutes: bufferBefore,
        bufferAfterMinutes: bufferAfter,
        source: { kind: 'event', id },
        hosts: eventHosts,
      };
    }),
  };
}
