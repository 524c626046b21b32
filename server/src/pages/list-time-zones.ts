import type { timeZoneTable } from '@daybook/contract/public';
import { zoneNames } from '@daybook/contract/zone-names.gen';
import { formatDate, floorToMinute, minuteToMs, MINUTES_PER_DAY } from '@daybook/engine/dates';
import { UTC } from '@daybook/engine/zones';
import type { z } from 'zod';
import { formatWireTime } from '../platform/clock.ts';
import { toDays, validateDays } from '../platform/days.ts';
import { createLruCache } from '../platform/lru-cache.ts';
import { throwIfInvalid } from '../platform/problems.ts';
import { zoneDataVersion, getZone } from '../platform/zones.ts';
import { buildTable } from './zone-table.ts';

type Table = z.output<typeof timeZoneTable>;

const [daysBack, daysAhead] = [400, 770];
const maxDays = 3660;

const built = createLruCache<Table>(20);

/** The rules of all zones between two dates of UTC. */
export function listTimeZones(
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
): Table {
  const today = Math.floor(floorToMinute(now.getTime()) / MINUTES_PER_DAY);
  const from = query.from ?? formatDate(today - daysBack);
  const to = query.to ?? formatDate(today + daysAhead);
  const days = toDays({ from, to }, getZone(UTC.name));
  throwIfInvalid(validateDays(days, maxDays));
  const key = `${days.first} ${days.last}`;
  const known = built.get(key);
  if (known) return known;
  const [first, end] = [days.first * MINUTES_PER_DAY, (days.last + 1) * MINUTES_PER_DAY];
  const { behaviours, zones } = buildTable(first, end);
  const table = {
    version: zoneDataVersion,
    from: first,
    startTime: formatWireTime(new Date(minuteToMs(first))),
    endTime: formatWireTime(new Date(minuteToMs(end))),
    names: [...zoneNames],
    behaviours,
    zones,
  };
  built.set(key, table);
  return table;
}
