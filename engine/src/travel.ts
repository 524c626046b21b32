// Hosts who travel: on some dates, the clock of another zone counts for them. Their zone is then a table like any other, in
// which they change the clock by travelling, and which can say whose clock counts on a date.

import { createZone, findSpan, startOfDay, type Zone } from './zones.ts';

/** Dates (day numbers, both included) on which another zone's clock counts. */
export interface Trip {
  readonly zone: Zone;
  readonly firstDay: number;
  readonly lastDay: number;
}

/** The zone of a host who is at home but for some trips, which must not overlap. */
export function buildTravelerZone(home: Zone, trips: readonly Trip[]): Zone {
  if (trips.length === 0) return home;
  const zoneOn = (day: number): Zone =>
    trips.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)?.zone ?? home;
  const changes: number[] = [];
  const offsets = [home.offsets[0]!];
  const stays = staysOf(home, trips, zoneOn);
  for (const [index, { zone, from }] of stays.entries()) {
    const until = stays[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    if (index > 0) append(changes, offsets, from, zone.offsets[findSpan(zone, from)]!);
    for (const [span, start] of zone.spanStarts.entries()) {
      if (span > 0 && start > from && start < until) append(changes, offsets, start, zone.offsets[span]!);
    }
  }
  const table = createZone(home.name, changes, offsets);
  return { ...table, wallEnds: rising(table.wallEnds), zoneOn };
}

function append(changes: number[], offsets: number[], change: number, offset: number): void {
  changes.push(change);
  offsets.push(offset);
}

interface Stay {
  readonly zone: Zone;
  readonly from: number;
}

/**
 * The clock changes as soon as the old zone's last date ends or the new zone's first date begins. Then every date of the new zone is
 * in it as a whole; the rest of an old date that the clock skips is found by the old offset, as in any gap.
 */
function staysOf(home: Zone, trips: readonly Trip[], zoneOn: (day: number) => Zone): Stay[] {
  const borders = new Set(trips.flatMap(({ firstDay, lastDay }) => [firstDay, lastDay + 1]));
  const stays: Stay[] = [{ zone: home, from: Number.NEGATIVE_INFINITY }];
  for (const day of [...borders].sort((a, b) => a - b)) {
    const [left, entered] = [zoneOn(day - 1), zoneOn(day)];
    if (left !== entered) {
      stays.push({ zone: entered, from: Math.min(startOfDay(left, day), startOfDay(entered, day)) });
    }
  }
  return stays;
}

/** After a journey west a clock change can come before the clock shows what it showed at departure. Look-ups need an order. */
function rising(wallEnds: Int32Array): Int32Array {
  let highest = wallEnds[0]!;
  return wallEnds.map((wallEnd) => (highest = Math.max(highest, wallEnd)));
}
