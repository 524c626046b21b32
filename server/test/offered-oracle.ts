/**
 * A second opinion on which times a page lists and takes, minute by minute and by the letter of the rules: too slow to serve, and without
 * a line of the engine. Zones are those of the runtime.
 */

export interface OracleHost {
  readonly timeZone: string;
  /** On every day, minutes of it: between 05:00 and 23:00, where no clock changes. */
  readonly hours: readonly (readonly [from: number, to: number])[];
}

export interface OraclePage {
  readonly type: 'ONE_ON_ONE' | 'GROUP' | 'ROUND_ROBIN' | 'COLLECTIVE';
  readonly duration: number;
  readonly slotInterval: number | null;
  readonly bufferBefore: number;
  readonly bufferAfter: number;
  readonly minimumNotice: number;
  readonly windowDays: number;
  readonly dailyLimit: number | null;
  readonly seats: number;
}

/** What takes time of hosts. Of the page itself are its bookings and holds. */
export interface BusyTime {
  readonly kind: 'booking' | 'hold' | 'calendar';
  readonly start: number;
  readonly end: number;
  readonly hosts: readonly number[];
  /** The minute at which it came. */
  readonly at: number;
  /** Of a group's event. */
  readonly seatsLeft: number;
}

export interface World {
  readonly page: OraclePage;
  readonly hosts: readonly OracleHost[];
  readonly taken: readonly BusyTime[];
  readonly now: number;
}

/** By minute: the hosts who have a start then. */
export type Listing = ReadonlyMap<number, readonly number[]>;

/** The starts from one minute to another. */
export function computeListing(world: World, from: number, to: number): Listing {
  const listing = new Map<number, number[]>();
  const everyone = [...world.hosts.keys()];
  const groups =
    world.page.type === 'COLLECTIVE'
      ? [everyone]
      : world.page.type === 'ROUND_ROBIN'
        ? everyone.map((host) => [host])
        : [[0]];
  for (const group of groups) {
    for (const start of startsOf(world, group, from, to)) {
      listing.set(start, [...(listing.get(start) ?? []), ...group]);
    }
  }
  for (const { start, seatsLeft } of groupEvents(world)) {
    const isIn = start >= from && start < to && isOpen(world, start);
    if (isIn && seatsLeft > 0) listing.set(start, [0]);
  }
  return listing;
}

/** Whether these hosts could be together at a start, on the grid or not. */
export function isFree(world: World, hosts: readonly number[], start: number): boolean {
  const { duration } = world.page;
  for (let minute = start; minute < start + duration; minute++) {
    if (!isFreeMinute(world, hosts, minute)) return false;
  }
  return isOpen(world, start) && !isLimited(world, start) && !isHeld(world, hosts, start);
}

/** An event of the page itself that has no seat left. */
export function isFull(world: World, start: number): boolean {
  return (
    isOpen(world, start) && groupEvents(world).some((event) => event.start === start && event.seatsLeft === 0)
  );
}

/** Without what came in the last 30 minutes. */
export function getWorldBefore(world: World): World {
  return { ...world, taken: world.taken.filter(({ at }) => at <= world.now - 30) };
}

function groupEvents({ page, taken }: World): readonly BusyTime[] {
  return page.type === 'GROUP' ? taken.filter(({ kind }) => kind === 'booking') : [];
}

function startsOf(world: World, hosts: readonly number[], from: number, to: number): number[] {
  const { duration, slotInterval } = world.page;
  const interval = slotInterval ?? duration;
  const grid = [60, 30, 20, 15, 10, 5, 1].find((size) => interval % size === 0) ?? 1;
  const zone = world.hosts[hosts[0] ?? 0]?.timeZone ?? 'UTC';
  const starts: number[] = [];
  let next: number | undefined;
  for (let minute = from - 1440; minute < to; minute++) {
    if (!isFreeMinute(world, hosts, minute)) next = undefined;
    else if (next === undefined && wallAt(minute, zone) % grid === 0) next = minute;
    if (minute !== next) continue;
    if (minute >= from && isFree(world, hosts, minute)) starts.push(minute);
    next += interval;
  }
  return starts;
}

/** In the hours of all, and in nobody's busy time, around which the buffers of both sides stay free. */
function isFreeMinute({ page, hosts, taken }: World, wanted: readonly number[], minute: number): boolean {
  const isWorking = wanted.every((host) => {
    const { hours = [], timeZone = 'UTC' } = hosts[host] ?? {};
    const ofDay = wallAt(minute, timeZone) % 1440;
    return hours.some(([from, to]) => from <= ofDay && ofDay < to);
  });
  return (
    isWorking && !taken.some((each) => each.kind !== 'hold' && meets(page, each, wanted, minute, minute + 1))
  );
}

function isHeld({ page, taken }: World, hosts: readonly number[], start: number): boolean {
  return taken.some((each) => each.kind === 'hold' && meets(page, each, hosts, start, start + page.duration));
}

function meets(
  page: OraclePage,
  each: BusyTime,
  hosts: readonly number[],
  from: number,
  to: number,
): boolean {
  const [before, after] = each.kind === 'calendar' ? [0, 0] : [page.bufferBefore, page.bufferAfter];
  return (
    each.hosts.some((host) => hosts.includes(host)) &&
    each.start - before < to + page.bufferAfter &&
    each.end + after > from - page.bufferBefore
  );
}

/** Neither too soon nor too far ahead. */
function isOpen({ page, hosts, now }: World, start: number): boolean {
  const zone = hosts[0]?.timeZone ?? 'UTC';
  const days = dayAt(start, zone) - dayAt(now, zone);
  return start > now && start >= now + page.minimumNotice && days <= page.windowDays;
}

function isLimited({ page, hosts, taken }: World, start: number): boolean {
  if (page.dailyLimit === null) return false;
  const zone = hosts[0]?.timeZone ?? 'UTC';
  const counted = taken.filter(
    (each) => each.kind !== 'calendar' && dayAt(each.start, zone) === dayAt(start, zone),
  );
  return counted.length >= page.dailyLimit;
}

const dayAt = (minute: number, zone: string): number => Math.floor(wallAt(minute, zone) / 1440);

const offsets = new Map<string, number>();
const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clock shows, in minutes since 1970 there. Offsets change at half hours at most. */
function wallAt(minute: number, zone: string): number {
  const half = Math.floor(minute / 30) * 30;
  const key = `${zone} ${half}`;
  let offset = offsets.get(key);
  if (offset === undefined) offsets.set(key, (offset = offsetAt(half, zone)));
  return minute + offset;
}

function offsetAt(minute: number, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    const numeric = 'numeric';
    const fields = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric } as const;
    formats.set(
      zone,
      (format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...fields })),
    );
  }
  const parts = new Map(
    format.formatToParts(minute * 60_000).map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const wallMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return wallMs / 60_000 - minute;
}
