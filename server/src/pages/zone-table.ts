import { zoneNames } from '@daybook/contract/zone-names.gen';
import type { ZoneTable } from '@daybook/booking/zones';
import { MINUTES_PER_DAY } from '@daybook/engine/dates';
import { spanAt, type Zone } from '@daybook/engine/zones';
import { zoneNamed } from '../platform/zones.ts';

/** As far as pages are booked ahead, with room for a month around. */
const days = 770;

let latest: ZoneTable | undefined;

/**
 * What the clocks of all zones do from now on, for browsers, whose own rules may be old. Some six hundred zones behave in
 * some sixty ways. Made once a day.
 */
export function zoneTable(nowMinute: number): ZoneTable {
  const from = Math.floor(nowMinute / MINUTES_PER_DAY - 3) * MINUTES_PER_DAY;
  if (latest?.from !== from) latest = makeTable(from);
  return latest;
}

function makeTable(from: number): ZoneTable {
  const kinds = new Map<string, number>();
  const of = zoneNames.map((name) => {
    const kind = behaviour(zoneNamed(name), from);
    if (!kinds.has(kind)) kinds.set(kind, kinds.size);
    return kinds.get(kind)?.toString(36).padStart(2, '0');
  });
  return { from, kinds: [...kinds.keys()].join(','), of: of.join('') };
}

/** `offset change offset change offset` */
function behaviour(zone: Zone, from: number): string {
  const first = spanAt(zone, from);
  const last = spanAt(zone, from + days * MINUTES_PER_DAY);
  const parts = [zone.offsets[first] ?? 0];
  for (let span = first + 1; span <= last; span++) {
    parts.push((zone.spanStarts[span] ?? 0) - from, zone.offsets[span] ?? 0);
  }
  return parts.join(' ');
}
