// Reads the packed zone data of moment-timezone (its file data/packed/latest.json), which is handed in: this folder does
// no I/O. The format, one zone a line: `name|abbreviations|offsets|indices|changes|population`, numbers in base 60.
// The data carry every clock change to the year 2499, so no rule has to be continued here; a test watches that.

import { createZone, type Zone } from './zones.ts';

export interface PackedZones {
  readonly version: string;
  readonly zones: readonly string[];
  /** `target|alias`. */
  readonly links: readonly string[];
}

export interface ZoneCatalog {
  /** The version of the IANA data, like `2026f`. */
  readonly version: string;
  /** Every name, aliases too, in alphabetical order. */
  readonly names: readonly string[];
  /** A zone by its exact name, or undefined. Unpacked when first asked for. */
  readonly zone: (name: string) => Zone | undefined;
}

export function createZoneCatalog(data: PackedZones): ZoneCatalog {
  const packedByName = new Map<string, string>();
  for (const packed of data.zones) packedByName.set(beforeBar(packed), packed);
  for (const link of data.links) {
    const packed = packedByName.get(beforeBar(link));
    if (packed !== undefined) packedByName.set(link.slice(link.indexOf('|') + 1), packed);
  }

  const zones = new Map<string, Zone>();
  const tables = new Map<string, Zone>();
  const zone = (name: string): Zone | undefined => {
    const known = zones.get(name);
    if (known !== undefined) return known;
    const packed = packedByName.get(name);
    if (packed === undefined) return undefined;
    // An alias keeps its own name and shares its target's table.
    const table = tables.get(packed) ?? unpackZone(packed);
    const fresh = { ...table, name };
    tables.set(packed, table);
    zones.set(name, fresh);
    return fresh;
  };
  return { version: data.version, names: [...packedByName.keys()].sort(), zone };
}

/**
 * One zone of the packed data. Offsets and changes are rounded to whole minutes: since 1972 all of them are, and before
 * that only local mean times are not.
 */
export function unpackZone(packed: string): Zone {
  const [name = '', , offsetTexts = '', indices = '', changeTexts = ''] = packed.split('|');
  const offsetChoices = offsetTexts.split(' ').map((text) => -Math.round(readBase60(text)));
  const changes: number[] = [];
  const offsets: number[] = [];
  let changedAt = 0;
  let current: number | undefined;
  const steps = changeTexts === '' ? [] : changeTexts.split(' ');
  for (let i = 0; i < indices.length; i++) {
    const offset = offsetChoices[readBase60(indices[i]!)] ?? 0;
    // Some changes only rename the time (EWT to EPT): for a clock they are none.
    if (offset !== current) {
      if (current !== undefined) changes.push(Math.round(changedAt));
      offsets.push(offset + 0);
      current = offset;
    }
    const step = steps[i];
    if (step !== undefined) changedAt += readBase60(step);
  }
  return createZone(name, changes, offsets);
}

function beforeBar(text: string): string {
  return text.slice(0, text.indexOf('|'));
}

/** `0-9`, `a-z` (10 to 35), `A-X` (36 to 59), a sign in front, digits after the point in sixtieths. */
function readBase60(text: string): number {
  const isNegative = text.startsWith('-');
  const [whole = '', fraction = ''] = (isNegative ? text.slice(1) : text).split('.');
  let value = 0;
  for (const digit of whole) value = value * 60 + base60Digit(digit);
  let weight = 1;
  for (const digit of fraction) {
    weight /= 60;
    value += base60Digit(digit) * weight;
  }
  return isNegative ? -value : value;
}

function base60Digit(digit: string): number {
  const code = digit.charCodeAt(0);
  if (code > 96) return code - 87;
  if (code > 64) return code - 29;
  return code - 48;
}
