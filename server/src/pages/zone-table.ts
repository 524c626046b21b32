import { zoneNames } from '@daybook/contract/zone-names.gen';
import type { ZoneTable } from '@daybook/booking/zones';
import { MINUTES_PER_DAY } from '@daybook/engine/dates';
import { findSpan, type Zone } from '@daybook/engine/zones';
import { getZone } from '../platform/zones.ts';

/** Pages can be booked 730 days ahead; a month on either side for the calendar. */
const tableDays = 770;

const cached = new Map<number, ZoneTable>();

/**
 * The rules of all time zones for browsers, whose own may be old. About six hundred zones share about sixty behaviours.
 * Built once a day.
 */
export function buildZoneTable(nowMinute: number, pastDays = 3): ZoneTable {
  const today = Math.floor(nowMinute / MINUTES_PER_DAY);
  const from = (today - pastDays) * MINUTES_PER_DAY;
  const known = cached.get(pastDays);
  if (known?.from === from) return known;
  const table = buildTable(from, (today + tableDays) * MINUTES_PER_DAY);
  cached.set(pastDays, table);
  return table;
}

/** From one instant to another, in minutes. */
export function buildTable(from: number, to: number): ZoneTable {
  const behaviours = new Map<string, number>();
  const zones = zoneNames.map((name) => {
    const behaviour = behaviourOf(getZone(name), from, to);
    if (!behaviours.has(behaviour)) behaviours.set(behaviour, behaviours.size);
    return behaviours.get(behaviour)?.toString(36).padStart(2, '0');
  });
  return { from, behaviours: [...behaviours.keys()].join(','), zones: zones.join('') };
}

/** `offset change offset change offset` */
function behaviourOf(zone: Zone, from: number, to: number): string {
  const first = findSpan(zone, from);
  const last = findSpan(zone, to);
  const parts = [zone.offsets[first] ?? 0];
  for (let span = first + 1; span <= last; span++) {
    parts.push((zone.spanStarts[span] ?? 0) - from, zone.offsets[span] ?? 0);
  }
  return parts.join(' ');
}
