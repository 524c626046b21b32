import { foldForSearch } from '@daybook/contract/folding.data';
import { toPlainText } from './clock.rules.ts';

/** Durations as people type them. Pure, so that Node can test it. */

export const units = ['minutes', 'hours', 'days', 'weeks'] as const;
export type Unit = (typeof units)[number];

export const unitMinutes: Readonly<Record<Unit, number>> = {
  minutes: 1,
  hours: 60,
  days: 1440,
  weeks: 10_080,
};

/** A number, or what was typed instead, so that the server says what is wrong with it. */
export type TypedNumber = number | string;

/** The largest of the units in which a duration is a whole number; the usual one for none. */
export function getUnit(
  minutes: TypedNumber | null,
  offered: readonly Unit[],
  usual: Unit = offered[0] ?? 'minutes',
): Unit {
  if (minutes === null || minutes === 0) return usual;
  const fits = (unit: Unit): boolean =>
    typeof minutes === 'number' && minutes > 0 && minutes % unitMinutes[unit] === 0;
  return offered.findLast(fits) ?? offered[0] ?? 'minutes';
}

/**
 * Minutes, for `1 day`, `24h`, `1h 30m`, `1:30` and `2 Wochen` in the reader's language; a number without a unit is in the unit
 * that the field shows. Undefined for what is no duration.
 */
export function parseTypedDuration(text: string, unit: Unit, tag: string): number | undefined {
  const typed = foldForSearch(toPlainText(text)).replaceAll(/(\d)[.,](?=\d)/g, '$1.');
  if (/^\d+(\.\d+)?$/.test(typed)) return toMinutes(Number(typed), unit);
  const clock = /^(\d{1,2}):([0-5]\d)$/.exec(typed);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const pairs = [...typed.matchAll(/(\d+(?:\.\d+)?)\s*(\p{L}+)\.?[\s,]*/gu)];
  const isWhole = pairs.map(([whole]) => whole).join('') === typed;
  if (pairs.length === 0 || !isWhole) return undefined;
  const parts = pairs.map(([, count, name = '']) => {
    const found = findUnit(name, tag);
    return found && toMinutes(Number(count), found);
  });
  if (parts.includes(undefined)) return undefined;
  return parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
}

const toMinutes = (count: number, unit: Unit): number => Math.round(count * unitMinutes[unit]);

/** As they are typed everywhere. */
const letters: Readonly<Record<string, Unit>> = { m: 'minutes', h: 'hours', d: 'days', w: 'weeks' };

function findUnit(name: string, tag: string): Unit | undefined {
  const known = [tag, 'en'].flatMap(listUnitNames);
  return (
    known.find((each) => each.name === name)?.unit ??
    letters[name] ??
    known.find((each) => name.length > 1 && each.name.startsWith(name))?.unit
  );
}

interface UnitName {
  readonly name: string;
  readonly unit: Unit;
}

const unitNames = new Map<string, readonly UnitName[]>();

function listUnitNames(tag: string): readonly UnitName[] {
  const known = unitNames.get(tag);
  if (known) return known;
  const names = units.flatMap((unit) =>
    (['long', 'short', 'narrow'] as const).flatMap((unitDisplay) =>
      [1, 2, 3, 11].map((count) => {
        const text = formatUnit(count, unit, tag, unitDisplay);
        return { unit, name: foldForSearch(text).replaceAll(/[^\p{L}]/gu, '') };
      }),
    ),
  );
  unitNames.set(tag, names);
  return names;
}

export function formatUnit(
  count: number,
  unit: Unit,
  tag: string,
  unitDisplay: 'long' | 'short' | 'narrow' = 'long',
): string {
  // oxlint-disable-next-line no-restricted-globals -- numbers and units have no zone
  const format = new Intl.NumberFormat(`${tag}-u-nu-latn`, {
    style: 'unit',
    unit: unit.slice(0, -1),
    unitDisplay,
  });
  return format.format(count);
}

/** `1 day`, `1 hour 30 minutes`, `2 days 4 hours` */
export function formatLength(minutes: number, tag: string): string {
  if (minutes === 0) return formatUnit(0, 'minutes', tag);
  const parts: string[] = [];
  let rest = minutes;
  for (const unit of ['days', 'hours', 'minutes'] as const) {
    const count = Math.floor(rest / unitMinutes[unit]);
    if (count > 0) parts.push(formatUnit(count, unit, tag));
    rest -= count * unitMinutes[unit];
  }
  return parts.join(' ');
}
