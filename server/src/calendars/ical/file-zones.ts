import { createFixedZone, createZone, type Zone } from '@daybook/engine/zones';
import type { CalendarStream, Observance } from './events.ts';
import type { Moment } from './moments.ts';
import { expandRule } from './rule.ts';
import { findDisplayedZone, findNamedZone } from './zone-names.ts';

/** A zone by its TZID; null is where the reader is. */
export type Zones = (tzid: string | null) => Zone;

export interface FileZones {
  readonly zones: Zones;
  /** Names that nobody knows: their times are taken as if they were the reader's. */
  readonly unknown: ReadonlySet<string>;
}

/** By a name that is known, else by the definition in the file, else by what Outlook shows to people. */
export function createFileZones(
  { zones, zoneNames = {} }: CalendarStream,
  home: Zone,
  isLate: () => boolean = () => false,
): FileZones {
  const known = new Map<string, Zone>();
  const unknown = new Set<string>();
  const find = (tzid: string): Zone | undefined =>
    findNamedZone(tzid) ??
    findNamedZone(zoneNames[tzid] ?? '') ??
    (isLate() ? undefined : definedZone(tzid, Object.hasOwn(zones, tzid) ? zones[tzid] : undefined)) ??
    findDisplayedZone(tzid);
  const zoneOfTzid = (tzid: string | null): Zone => {
    if (tzid === null) return home;
    const found = known.get(tzid) ?? find(tzid);
    if (!found) unknown.add(tzid);
    known.set(tzid, found ?? home);
    return found ?? home;
  };
  return { zones: zoneOfTzid, unknown };
}

const maxObservances = 500;
const definedFrom = Date.UTC(1970, 0) / 1000;
const definedTo = Date.UTC(2100, 0) / 1000;

/** The clock changes that a file defines itself. Undefined where it defines none that can be used. */
function definedZone(tzid: string, observances: readonly Observance[] | undefined): Zone | undefined {
  if (!observances || observances.length === 0 || observances.length > maxObservances) return undefined;
  const ordered = changesOf(observances).toSorted((a, b) => a.at - b.at);
  const [first] = ordered;
  if (!first) return undefined;
  return createZone(
    tzid,
    ordered.map(({ at }) => at),
    [first.from, ...ordered.map(({ to }) => to)],
  );
}

function changesOf(observances: readonly Observance[]): { at: number; from: number; to: number }[] {
  try {
    return observances.flatMap((observance) =>
      onsetsOf(observance).map((wall) => ({
        at: Math.floor(wall / 60) - observance.offsetFrom,
        from: observance.offsetFrom,
        to: observance.offsetTo,
      })),
    );
  } catch {
    // With one broken rule, the others would give a clock that nobody has.
    return [];
  }
}

/** Onsets are on the clock of before, and the end of a rule is UTC. */
function onsetsOf({ start, rule, dates, offsetFrom }: Observance): number[] {
  if (rule === null) return [start, ...dates];
  // Files of Outlook begin in 1601; the same day and time of a later year gives the same rule with less work.
  const began = new Date(start * 1000);
  if (began.getUTCFullYear() < 1970 && !/COUNT=/i.test(rule)) began.setUTCFullYear(1970);
  const first: Moment = { wall: began.getTime() / 1000, zone: 'UTC', isDate: false };
  const zone = createFixedZone('', offsetFrom);
  return [...expandRule(rule, first, { from: definedFrom, to: definedTo, zone }), ...dates];
}
