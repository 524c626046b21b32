import packed from 'moment-timezone/data/packed/latest.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { listWrongFacts } from '../fixtures/check-zone.ts';
import { catalog, getZone } from '../fixtures/zones.ts';
import { toDayNumber } from './dates.ts';
import { createZone, getOffset, type Zone } from './zones.ts';

describe('the zone data', () => {
  test('know the rules that an older runtime gets wrong', () => {
    const december2026 = toDayNumber(2026, 12, 15) * 1440;
    expect(getOffset(getZone('America/Vancouver'), december2026)).toBe(-7 * 60);
    expect(getOffset(getZone('America/Edmonton'), december2026)).toBe(-6 * 60);
    expect(getOffset(getZone('Africa/Casablanca'), december2026)).toBe(0);
  });

  test('say what zdump says where the runtime can’t be asked', () => {
    expect(listWrongFacts()).toEqual([]);
  });

  test('do not stop in the middle of a rule', () => {
    expect(zonesThatStop(catalog.names.map(getZone))).toEqual([]);
  });

  test('would be refused if they ended in 2037, as such data used to', () => {
    expect(zonesThatStop([endedIn2037(getZone('America/New_York'))])).toEqual(['America/New_York']);
  });
});

/** Zones that still change their clocks in the 2030s and no more at the end of the century. */
function zonesThatStop(zones: readonly Zone[]): string[] {
  const [from, to] = [toDayNumber(2030, 1, 1) * 1440, toDayNumber(2099, 1, 1) * 1440];
  return zones
    .filter(({ spanStarts }) => spanStarts.at(-1)! > from && spanStarts.at(-1)! < to)
    .map(({ name }) => name);
}

function endedIn2037({ name, spanStarts, offsets }: Zone): Zone {
  const changes = [...spanStarts.slice(1)].filter((change) => change < toDayNumber(2038, 1, 1) * 1440);
  return createZone(name, changes, [...offsets.slice(0, changes.length + 1)]);
}

describe('the catalogue', () => {
  test('finds zones by their exact name only', () => {
    expect(catalog.zone('Europe/Berlin')?.name).toBe('Europe/Berlin');
    expect(catalog.zone('europe/berlin')).toBeUndefined();
    expect(catalog.zone('Mars/Olympus')).toBeUndefined();
    expect(catalog.zone('')).toBeUndefined();
  });

  test('gives an alias its own name and the table of its target', () => {
    expect(catalog.zone('UTC')?.name).toBe('UTC');
    expect(getZone('Asia/Calcutta').spanStarts).toBe(getZone('Asia/Kolkata').spanStarts);
  });

  test('unpacks a zone once', () => {
    expect(catalog.zone('Europe/Paris')).toBe(catalog.zone('Europe/Paris'));
  });

  test('names its version and every zone', () => {
    expect(catalog.version).toMatch(/^20\d\d[a-z]$/);
    expect(catalog.names.length).toBe(packed.zones.length + packed.links.length);
    expect(catalog.names.every((name) => catalog.zone(name) !== undefined)).toBe(true);
  });
});
