import { createZoneCatalog } from '@daybook/engine/zone-data';
import { buildTravelerZone } from '@daybook/engine/travel';
import type { Zone } from '@daybook/engine/zones';
import { parseDate } from '@daybook/engine/dates';
import data from 'moment-timezone/data/packed/latest.json' with { type: 'json' };

/** The IANA data used for every time here. The data of Node and PostgreSQL is not used, since both are stale. */
const catalog = createZoneCatalog(data);

export const zoneDataVersion: string = catalog.version;

const countries = new Map(
  data.countries.map((line) => {
    const [country = '', names = ''] = line.split('|');
    return [country, names.split(' ')] as const;
  }),
);

/** The data names zones in the order of the globe, and those of neighbours who share the clock: here is where most people live. */
const mainZones: Readonly<Record<string, string>> = {
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  DE: 'Europe/Berlin',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  NZ: 'Pacific/Auckland',
  PG: 'Pacific/Port_Moresby',
  RU: 'Europe/Moscow',
};

const allNames = [...countries.values()].flat();
const shared: ReadonlySet<string> = new Set(allNames.filter((name, index) => allNames.indexOf(name) < index));

/**
 * The zones of a country by its code (`DE`), the main one first, then those that no other country has; none when there is no
 * such country.
 */
export function listZonesOfCountry(country: string): Zone[] {
  const rank = (name: string): number => (name === mainZones[country] ? 0 : shared.has(name) ? 2 : 1);
  const names = countries.get(country) ?? [];
  return names.toSorted((a, b) => rank(a) - rank(b)).map(getZone);
}

/** A zone by a name that others chose, such as the TZID of a calendar. */
export function findZone(name: string): Zone | undefined {
  return catalog.zone(name);
}

/** A zone by a name that was validated before: an unknown one is a bug, not a caller's mistake. */
export function getZone(name: string): Zone {
  const zone = catalog.zone(name);
  if (!zone) throw new Error(`Unknown time zone ${name} (time zone data ${catalog.version}).`);
  return zone;
}

/** A schedule's zone, with the dates on which another counts. */
export interface HostTimeZones {
  readonly timezone: string;
  readonly travel: readonly {
    readonly startDate: string;
    readonly endDate: string;
    readonly timezone: string;
  }[];
}

export function resolveHostZone({ timezone, travel }: HostTimeZones): Zone {
  return buildTravelerZone(
    getZone(timezone),
    travel.map((trip) => ({
      zone: getZone(trip.timezone),
      firstDay: parseDate(trip.startDate) ?? 0,
      lastDay: parseDate(trip.endDate) ?? 0,
    })),
  );
}
