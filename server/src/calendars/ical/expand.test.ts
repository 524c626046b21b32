import { describe, expect, test } from 'vitest';
import { zoneNamed } from '../../platform/zones.ts';
import cases from './cases.json' with { type: 'json' };
import { parseCalendar } from './events.ts';
import { expand } from './expand.ts';

const minute = (text: string): number => Date.parse(`${text}Z`) / 60_000;
const window = { start: minute('2027-03-01T00:00'), end: minute('2027-05-01T00:00') };

function busy(ics: string): string[] {
  const { occurrences } = expand(parseCalendar(ics), window, zoneNamed('Europe/Berlin'));
  return occurrences
    .filter(({ event }) => !event.isFree)
    .map(({ start, end }) => `${text(start)}/${text(end)}`)
    .toSorted();
}

const text = (at: number): string => new Date(at * 60_000).toISOString().slice(0, 16);
const full = (range: string): string => {
  const [start = '', end = ''] = range.split('/');
  return `${start}/${end.length === 5 ? `${start.slice(0, 11)}${end}` : end}`;
};

describe('a hard calendar is read as its owner reads it', () => {
  test.each(cases.cases.map(({ id, name, ics, want }) => [`${id} ${name}`, ics, want] as const))(
    '%s',
    (_, ics, want) => {
      expect(busy(ics)).toEqual(want.map(full).toSorted());
    },
  );
});
