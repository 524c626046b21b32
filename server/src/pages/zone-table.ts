import { zoneNames } from '@daybook/contract/zone-names.gen';
import type { ZoneTable } from '@daybook/booking/zones';
import { MINUTES_PER_DAY } from '@daybook/engine/dates';
import { spanAt, type Zone } from '@daybook/engine/zones';
import { zoneNamed } from '../platform/zones.ts';

/** Pages can be booked 730 days ahead; a month on either side for the calendar. */
const tableDays = 770;

let cached: ZoneTable | undefined;

/**
 * The rules of all time zones for browsers, whose own may be old. About six hundred zones share about sixty behaviours.
 * Built once a day.
 */
export function zoneTable(nowMinute: number): ZoneTable {
  const from = Math.floor(nowMinute / MINUTES_PER_DAY - 3) * MINUTES_PER_DAY;
  if (cached?.from !== from) cached = buildTable(from);
  return cached;
}

function buildTable(from: number): ZoneTable {
  const behaviours = new Map<string, number>();
  const zones = zoneNames.map((name) => {
    const behaviour = behaviourOf(zoneNamed(name), from);
    if (!behaviours.has(behaviour)) behaviours.set(behaviour, behaviours.size);
    return behaviours.get(behaviour)?.toString(36).padStart(2, '0');
  });
  return { from, behaviours: [...behaviours.keys()].join(','), zones: zones.join('') };
}

/** `offset change offset change offset` */
function behaviourOf(zone: Zone, from: number): string {
  const first = spanAt(zone, from);
  const last = spanAt(zone, from + tableDays * MINUTES_PER_DAY);
  const parts = [zone.offsets[first] ?? 0];
  for (let span = first + 1; span <= last; span++) {
    parts.push((zone.spanStarts[span] ?? 0) - from, zone.offsets[span] ?? 0);
  }
  return parts.join(' ');
}
