// Puts the starts of many hosts into one sorted list, with the hosts free at each, without a comparison: starts are
// counted per minute of the window, and the counts say where each start's hosts belong.

import type { Range } from './ranges.ts';
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

export function hostsAt(slots: Slots, index: number): number[] {
  return [...slots.hosts.subarray(slots.hostsFrom[index], slots.hostsFrom[index + 1])];
}

export function hostCountAt(slots: Slots, index: number): number {
  return slots.hostsFrom[index + 1]! - slots.hostsFrom[index]!;
}

/** `joinable` are single starts beside the series; their hosts have no start of their own there. */
export function collect(
  seriesByHost: readonly Series[],
  interval: number,
  window: Range,
  joinable: readonly Joinable[] = [],
): Slots {
  const [only] = seriesByHost;
  if (only === undefined)
    return { starts: new Int32Array(0), hostsFrom: new Int32Array(1), hosts: new Uint16Array(0) };
  if (seriesByHost.length === 1 && joinable.length === 0) return collectOne(only, interval);
  return collectMany(seriesByHost, interval, window, joinable);
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
  window: Range,
  joinable: readonly Joinable[],
): Slots {
  const origin = window.start;
  // Per minute first how many hosts start there, then (after `layOut`) where the next of them is to be written.
  const minutes = new Int32Array(window.end - origin);
  for (const series of seriesByHost) {
    for (let i = 0; i < series.length; i += 2) {
      const last = series[i + 1]! - origin;
      for (let minute = series[i]! - origin; minute <= last; minute += interval) minutes[minute]!++;
    }
  }
  for (const event of joinable) minutes[event.start - origin]! += event.hosts.length;

  const { starts, hostsFrom, total } = layOut(minutes, origin);
  const hosts = new Uint16Array(total);
  for (let host = 0; host < seriesByHost.length; host++) {
    const series = seriesByHost[host]!;
    for (let i = 0; i < series.length; i += 2) {
      const last = series[i + 1]! - origin;
      for (let minute = series[i]! - origin; minute <= last; minute += interval)
        hosts[minutes[minute]!++] = host;
    }
  }
  for (const event of joinable) {
    for (const host of event.hosts) hosts[minutes[event.start - origin]!++] = host;
  }
  return { starts, hostsFrom, hosts };
}

function layOut(minutes: Int32Array, origin: number) {
  let slotCount = 0;
  for (let minute = 0; minute < minutes.length; minute++) if (minutes[minute]! > 0) slotCount++;
  const starts = new Int32Array(slotCount);
  const hostsFrom = new Int32Array(slotCount + 1);
  let slot = 0;
  let total = 0;
  for (let minute = 0; minute < minutes.length; minute++) {
    const count = minutes[minute]!;
    if (count === 0) continue;
    starts[slot] = origin + minute;
    minutes[minute] = total;
    total += count;
    hostsFrom[++slot] = total;
  }
  return { starts, hostsFrom, total };
}
