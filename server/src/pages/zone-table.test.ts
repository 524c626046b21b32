import { groupByDate, packStarts, getSpans, unpackStarts } from '@daybook/booking/zones';
import { zoneNames } from '@daybook/contract/zone-names.gen';
import { groupTimesByDate } from '@daybook/engine/present';
import { toDay } from '@daybook/engine/zones';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getZone } from '../platform/zones.ts';
import { buildZoneTable } from './zone-table.ts';

const now = Date.parse('2027-01-11T06:00:00Z') / 60_000;
const year = 365 * 1440;

test('browsers group instants by date as the engine does, in every zone and when clocks change', () => {
  const table = buildZoneTable(now);
  fc.assert(
    fc.property(
      fc.nat(zoneNames.length - 1),
      fc.array(fc.integer({ min: now, max: now + 2 * year }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 15, max: 60 }),
      (index, seeds, step) => {
        const zone = getZone(zoneNames[index] ?? '');
        const starts = [
          ...new Set(seeds.flatMap((seed) => [0, 1, 2, 3, 4].map((k) => seed + k * step))),
        ].sort((a, b) => a - b);
        const sorted = groupByDate(starts, getSpans(table, index));
        const [first = 0, last = 0] = [starts[0], starts.at(-1)].map((start) => toDay(zone, start ?? 0));
        const slots = {
          starts: Int32Array.from(starts),
          hosts: new Uint16Array(),
          hostsFrom: new Int32Array(),
        };
        const expected = groupTimesByDate(slots, zone, first, last).filter((day) => day.slots.length > 0);
        const given = Object.entries(sorted).map(([date, times]) => ({
          date,
          slots: times.map(({ clock }) => clock),
        }));
        expect(given.sort((a, b) => (a.date < b.date ? -1 : 1))).toEqual(expected);
      },
    ),
    { numRuns: 1000 },
  );
});

test('packed starts unpack to the same starts', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 5000 }), { maxLength: 80 }), (list) => {
      const starts = list.toSorted((a, b) => a - b);
      expect(unpackStarts(packStarts(starts))).toEqual(starts);
    }),
  );
});
