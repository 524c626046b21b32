import { toWallTime, type Zone } from '@daybook/engine/zones';
import { RRuleTemporal } from 'rrule-temporal';
import type { Moment } from './moments.ts';

/** Of one rule in one window. Every hour of it is read; every minute is nobody's calendar. */
const maxOccurrences = 15_000;
const maxIterations = 20_000;
const secondsPerDay = 86_400;

interface WallWindow {
  readonly from: number;
  readonly to: number;
  readonly zone: Zone;
}

/** What the clock shows at each occurrence, in seconds. Throws where the rule is broken or endless. */
export function expandRule(text: string, start: Moment, window: WallWindow): number[] {
  const rule = parseRule(text);
  return /BYWEEKNO=/i.test(rule) && /FREQ=YEARLY/i.test(rule)
    ? wallsByWeek(rule, start, window)
    : wallsBetween(rule, start.wall, window, true);
}

const [integers, whole] = [/^[+-]?\d{1,3}(?:,[+-]?\d{1,3})*$/, /^\d{1,3}(?:,\d{1,3})*$/];
const partPatterns: Readonly<Record<string, RegExp>> = {
  FREQ: /^(?:SECOND|MINUTE|HOUR|DAI|WEEK|MONTH|YEAR)LY$/,
  INTERVAL: /^0*[1-9]\d{0,5}$/,
  COUNT: /^0*[1-9]\d{0,8}$/,
  UNTIL: /^\d{4}-?\d\d-?\d\d(?:T\d\d:?\d\d:?\d\dZ?)?$/,
  BYDAY: /^(?:[+-]?\d{0,2}(?:MO|TU|WE|TH|FR|SA|SU),?)+$/,
  WKST: /^(?:MO|TU|WE|TH|FR|SA|SU)$/,
  BYMONTH: whole,
  BYMONTHDAY: integers,
  BYYEARDAY: integers,
  BYWEEKNO: integers,
  BYSETPOS: integers,
  BYHOUR: whole,
  BYMINUTE: whole,
  BYSECOND: whole,
  RSCALE: /^GREGORIAN$/,
};

/** The parts of a rule, by their grammar: the library passes over what it does not know, and would give other occurrences. */
function parseRule(text: string): string {
  const parts = text.toUpperCase().replaceAll(/\s/g, '').split(';').filter(Boolean);
  const known = parts.filter((part) => !part.startsWith('X-'));
  const isRule = known.every((part) => {
    const [name = '', value = ''] = part.split('=');
    return Object.hasOwn(partPatterns, name) && partPatterns[name]?.test(value);
  });
  if (!isRule || !known.some((part) => part.startsWith('FREQ=')))
    throw new Error('The recurrence rule isn’t valid (RFC 5545).');
  return known.filter((part) => !part.startsWith('RSCALE=')).join(';');
}

/**
 * Years of weeks begin and end some days beside those of the calendar, by which the library counts. So it begins an interval
 * before, in the middle of the first week, and what lies before the start is left out here.
 */
function wallsByWeek(rule: string, { wall }: Moment, { from, to, zone }: WallWindow): number[] {
  const count = Number(/(?:^|;)COUNT=(\d+)/i.exec(rule)?.[1] ?? Number.POSITIVE_INFINITY);
  const interval = Number(/(?:^|;)INTERVAL=(\d+)/i.exec(rule)?.[1] ?? 1);
  const first = Date.UTC(weekYearOf(wall) - interval, 0, 4) / 1000 + (wall % secondsPerDay);
  const day = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][new Date(wall * 1000).getUTCDay()];
  const withDay = /BYDAY=/i.test(rule) ? rule : `${rule};BYDAY=${day}`;
  const endless = withDay.replace(/;?COUNT=\d+/i, '').replace(/^;/, '');
  const found = wallsBetween(endless, first, { from: wall, to, zone }, false);
  return [...new Set([wall, ...found])].slice(0, count).filter((each) => each >= from && each <= to);
}

/** The year to which ISO 8601 counts the week of a day: that of its Thursday. */
function weekYearOf(wall: number): number {
  const day = new Date(wall * 1000);
  return new Date(wall * 1000 + (3 - ((day.getUTCDay() + 6) % 7)) * secondsPerDay * 1000).getUTCFullYear();
}

function wallsBetween(
  rule: string,
  start: number,
  { from, to, zone }: WallWindow,
  includeDtstart: boolean,
): number[] {
  const until = /(?:^|;)UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?/i.exec(
    rule.replaceAll(/[-:]/g, ''),
  );
  const withoutUntil = rule.replace(/;?UNTIL=[^;]*/i, '').replace(/^;/, '');
  const series = new RRuleTemporal({
    rruleString: `RRULE:${withoutUntil}`,
    dtstart: utc(start),
    ...(until && { until: utc(untilWall(until, zone)) }),
    includeDtstart,
    maxIterations,
    cache: false,
  });
  const found = series.between(new Date(from * 1000), new Date(to * 1000), true);
  if (found.length > maxOccurrences) throw new Error('The recurrence rule has too many occurrences.');
  return found.map(({ epochMilliseconds }) => epochMilliseconds / 1000);
}

/** The last moment of a rule on the clock of its zone. A date means the whole day. */
function untilWall(found: RegExpExecArray, zone: Zone): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  if (found[4] === undefined) return Date.UTC(year, month - 1, day) / 1000 + secondsPerDay - 1;
  const seconds = Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
  return found[7] ? toWallTime(zone, Math.floor(seconds / 60)) * 60 + (seconds % 60) : seconds;
}

/** The wall clock, as the library takes a time: in UTC, which has no clock changes. */
function utc(seconds: number): { timeZoneId: string; toString(): string } {
  const text = new Date(seconds * 1000).toISOString().replace('Z', '+00:00[UTC]');
  return { timeZoneId: 'UTC', toString: () => text };
}
