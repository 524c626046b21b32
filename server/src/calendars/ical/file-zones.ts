import { makeZone, type Zone } from '@daybook/engine/zones';
import { findZone } from '../../platform/zones.ts';
import { zoneNamesOf, type CalendarStream, type Moment, type Observance } from './events.ts';
import { wallsOf } from './rule.ts';

/** A zone by its TZID; null is where the reader is. */
export type Zones = (tzid: string | null) => Zone;

/** A zone by its TZID: a name that is known, else the definition in the file, else the home zone. */
export function zonesOf({ zones }: CalendarStream, home: Zone, isLate: () => boolean = () => false): Zones {
  const known = new Map<string, Zone>();
  return (tzid) => {
    if (tzid === null) return home;
    const defined = () => (isLate() ? undefined : definedZone(tzid, zones[tzid]));
    const found = known.get(tzid) ?? namedZone(tzid) ?? defined() ?? home;
    known.set(tzid, found);
    return found;
  };
}

function namedZone(tzid: string): Zone | undefined {
  for (const name of zoneNamesOf(tzid)) {
    const zone = findZone(name);
    if (zone) return zone;
  }
  return undefined;
}

const mostObservances = 500;
const definedFrom = Date.UTC(1970, 0) / 1000;
const definedTo = Date.UTC(2100, 0) / 1000;

/** The clock changes that a file defines itself. Undefined where it defines none that can be used. */
function definedZone(tzid: string, observances: readonly Observance[] | undefined): Zone | undefined {
  if (!observances || observances.length === 0 || observances.length > mostObservances) return undefined;
  const changes = observances.flatMap((observance) =>
    onsetsOf(observance).map((wall) => ({
      at: Math.floor(wall / 60) - observance.offsetFrom,
      from: observance.offsetFrom,
      to: observance.offsetTo,
    })),
  );
  const ordered = changes.toSorted((a, b) => a.at - b.at);
  const [first] = ordered;
  if (!first) return undefined;
  return makeZone(
    tzid,
    ordered.map(({ at }) => at),
    [first.from, ...ordered.map(({ to }) => to)],
  );
}

function onsetsOf({ start, rule, dates }: Observance): number[] {
  if (rule === null) return [start, ...dates];
  // Files of Outlook begin in 1601; the same day and time of a later year gives the same rule with less work.
  const began = new Date(start * 1000);
  if (began.getUTCFullYear() < 1970) began.setUTCFullYear(1970);
  const first: Moment = { wall: began.getTime() / 1000, zone: 'UTC', isDate: false };
  return [...wallsOf(rule, first, { from: definedFrom, to: definedTo, zone: utcZone }), ...dates];
}

const utcZone = makeZone('UTC', [], [0]);
