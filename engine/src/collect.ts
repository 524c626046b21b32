// Puts the starts of many hosts into one sorted list, with the hosts free at each, without a comparison: starts are
// counted per cell of a common grid, and the counts say where each start's hosts belong.

import type { Series } from './starts.ts';

export interface Slots {
  /** Instants in order. */
  readonly starts: Int32Array;
  /** The hosts free at `starts[i]` are `hosts[hostsFrom[i]]` up to, not including, `hosts[hostsFrom[i + 1]]`. */
  readonly hostsFrom: Int32Array;
  readonly hosts: Uint16Array;
}

interface Joinable {
  readonly start: number;
  readonly hosts: readonly number[];
}

export function getHosts(slots: Slots, index: number): number[] {
  return [...slots.hosts.subarray(slots.hostsFrom[index], slots.hostsFrom[index + 1])];
}

export function countHosts(slots: Slots, index: number): number {
  return slots.hostsFrom[index + 1]! - slots.hostsFrom[index]!;
}

/** `joinable` are single starts beside the series; their hosts have no start of their own there. */
export function collectStarts(
  seriesByHost: readonly Series[],
  interval: number,
  joinable: readonly Joinable[] = [],
): Slots {
  const [only] = seriesByHost;
  if (only === undefined)
    return { starts: new Int32Array(0), hostsFrom: new Int32Array(1), hosts: new Uint16Array(0) };
  if (seriesByHost.length === 1 && joinable.length === 0) return collectOne(only, interval);
  return collectMany(seriesByHost, interval, joinable);
}

function collectOne(series: Series, interval: number): Slots {
  const starts = new Int32Array(countStarts(series, interval));
  let filled = 0;
  for (let i = 0; i < series.length; i += 2) {
    for (let start = series[i]!; start <= series[i + 1]!; start += interval) starts[filled++] = start;
  }
  const hostsFrom = new Int32Array(filled + 1);
  for (let i = 1; i <= filled; i++) hostsFrom[i] = i;
  return { starts, hostsFrom, hosts: new Uint16Array(filled) };
}

function countStarts(series: Series, interval: number): number {
  let count = 0;
  for (let i = 0; i < series.length; i += 2) count += (series[i + 1]! - series[i]!) / interval + 1;
  return count;
}

function collectMany(
  seriesByHost: readonly Series[],
  interval: number,
  joinable: readonly Joinable[],
): Slots {
  const { origin, unit, length } = gridUnder(seriesByHost, interval, joinable);
  const step = interval / unit;
  // Per cell first how many hosts start there, then (after `layOut`) where the next of them is to be written.
  const cells = new Int32Array(length);
  for (const series of seriesByHost) {
    for (let i = 0; i < series.length; i += 2) {
      const last = (series[i + 1]! - origin) / unit;
      for (let cell = (series[i]! - origin) / unit; cell <= last; cell += step) cells[cell]!++;
    }
  }
  for (const event of joinable) cells[(event.start - origin) / unit]! += event.hosts.length;

  const { starts, hostsFrom, total } = layOut(cells, origin, unit);
  const hosts = new Uint16Array(total);
  for (let host = 0; host < seriesByHost.length; host++) {
    const series = seriesByHost[host]!;
    for (let i = 0; i < series.length; i += 2) {
      const last = (series[i + 1]! - origin) / unit;
      for (let cell = (series[i]! - origin) / unit; cell <= last; cell += step) hosts[cells[cell]!++] = host;
    }
  }
  for (const event of joinable) {
    for (const host of event.hosts) hosts[cells[(event.start - origin) / unit]!++] = host;
  }
  return { starts, hostsFrom, hosts };
}

/** The coarsest grid on which all starts lie: a month of half hours is 1,440 cells, not 43,200 minutes. */
function gridUnder(seriesByHost: readonly Series[], interval: number, joinable: readonly Joinable[]) {
  let origin = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const series of seriesByHost) {
    if (series.length > 0 && series[0]! < origin) origin = series[0]!;
    if (series.length > 0 && series[series.length - 1]! > last) last = series[series.length - 1]!;
  }
  for (const { start } of joinable) {
    origin = Math.min(origin, start);
    last = Math.max(last, start);
  }
  let unit = interval;
  for (const series of seriesByHost) {
    for (let i = 0; i < series.length; i += 2) unit = commonDivisor(unit, series[i]! - origin);
  }
  for (const { start } of joinable) unit = commonDivisor(unit, start - origin);
  return { origin, unit, length: last < origin ? 0 : (last - origin) / unit + 1 };
}

function commonDivisor(a: number, b: number): number {
  let [divisor, rest] = [a, b % a];
  while (rest !== 0) [divisor, rest] = [rest, divisor % rest];
  return divisor;
}

function layOut(cells: Int32Array, origin: number, unit: number) {
  let slotCount = 0;
  for (let cell = 0; cell < cells.length; cell++) if (cells[cell]! > 0) slotCount++;
  const starts = new Int32Array(slotCount);
  const hostsFrom = new Int32Array(slotCount + 1);
  let slot = 0;
  let total = 0;
  for (let cell = 0; cell < cells.length; cell++) {
    const count = cells[cell]!;
    if (count === 0) continue;
    starts[slot] = origin + cell * unit;
    cells[cell] = total;
    total += count;
    hostsFrom[++slot] = total;
  }
  return { starts, hostsFrom, total };
}
