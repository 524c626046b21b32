// Between instants and what a viewer reads: `HH:mm` by date in the viewer's zone, and back.

import { CLOCK_TEXTS, formatDate, MINUTES_PER_DAY } from './dates.ts';
import type { Slots } from './collect.ts';
import { listOccurrences, getOffset, findSpan, getSpanEnd, type Zone } from './zones.ts';

export interface DayOf<Entry> {
  readonly date: string;
  readonly slots: Entry[];
}

export interface TimeWithHosts {
  readonly time: string;
  readonly availableHosts: number;
}

/** One entry for every date from the first to the last, in order, each with its times in order, each time once. */
export function groupTimesByDate(
  slots: Slots,
  zone: Zone,
  firstDay: number,
  lastDay: number,
): DayOf<string>[] {
  return byDate(
    slots,
    zone,
    firstDay,
    lastDay,
    (time) => time,
    (entry) => entry,
  );
}

/** The same with the number of free hosts; of a time that occurs twice, those of the earlier one, which gets booked. */
export function groupTimesWithHostsByDate(
  slots: Slots,
  zone: Zone,
  firstDay: number,
  lastDay: number,
): DayOf<TimeWithHosts>[] {
  const { hostsFrom } = slots;
  return byDate(
    slots,
    zone,
    firstDay,
    lastDay,
    (time, i) => ({ time, availableHosts: hostsFrom[i + 1]! - hostsFrom[i]! }),
    (entry) => entry.time,
  );
}

/**
 * The instants that a date and time on a viewer's clock can mean, earliest first: two when clocks go back, none when they
 * skip it. An offset names one of them. Booking takes the first that is free.
 */
export function findInstants(zone: Zone, day: number, minuteOfDay: number, offset?: number): number[] {
  if (minuteOfDay >= MINUTES_PER_DAY) return [];
  const instants = listOccurrences(zone, day * MINUTES_PER_DAY + minuteOfDay);
  return offset === undefined ? instants : instants.filter((instant) => getOffset(zone, instant) === offset);
}

function byDate<Entry>(
  { starts }: Slots,
  zone: Zone,
  firstDay: number,
  lastDay: number,
  entryOf: (time: string, index: number) => Entry,
  timeOf: (entry: Entry) => string,
): DayOf<Entry>[] {
  const days: DayOf<Entry>[] = [];
  for (let day = firstDay; day <= lastDay; day++) days.push({ date: formatDate(day), slots: [] });

  let changesAt = Number.NEGATIVE_INFINITY;
  let repeatsUntil = 0;
  let offset = 0;
  let midnight = 0;
  let entries: Entry[] | undefined;
  for (let i = 0; i < starts.length; i++) {
    const start = starts[i]!;
    if (start >= changesAt) {
      const span = findSpan(zone, start);
      offset = zone.offsets[span]!;
      changesAt = getSpanEnd(zone, span);
      // After a change back the clock shows again what it showed before, until this instant.
      repeatsUntil = span > 0 ? zone.wallEnds[span - 1]! - offset : start;
    }
    const wall = start + offset;
    if (entries === undefined || wall < midnight || wall >= midnight + MINUTES_PER_DAY) {
      const day = Math.floor(wall / MINUTES_PER_DAY);
      midnight = day * MINUTES_PER_DAY;
      entries = days[day - firstDay]?.slots;
    }
    if (entries === undefined) continue;
    const entry = entryOf(CLOCK_TEXTS[wall - midnight]!, i);
    if (start < repeatsUntil) insertOnce(entries, entry, timeOf);
    else entries.push(entry);
  }
  return days;
}

function insertOnce<Entry>(entries: Entry[], entry: Entry, timeOf: (entry: Entry) => string): void {
  const time = timeOf(entry);
  let at = entries.length;
  while (at > 0 && timeOf(entries[at - 1]!) > time) at--;
  if (at === 0 || timeOf(entries[at - 1]!) !== time) entries.splice(at, 0, entry);
}
