import type { Property } from './components.ts';

/** Times and lengths of time, as a file has them (RFC 5545, 3.3). What can't be read is undefined. */

/** Without a time zone it floats: it is meant in the time zone of its reader. */
export interface Moment {
  /** Seconds since 1970 on the clock of the zone, as if that were UTC. */
  readonly wall: number;
  readonly zone: string | null;
  readonly isDate: boolean;
}

/** Days go by the calendar, whatever the clock does; seconds follow after them. */
export interface Duration {
  readonly days?: number;
  readonly duration?: number | null;
}

/** A date that is added to a series, which may last for another time than the others. */
export interface AddedDate extends Moment, Duration {
  readonly end?: Moment;
}

/** All values of a property. Each that can't be read is counted. */
interface ParsedValues<T> {
  readonly values: readonly T[];
  readonly unreadable: number;
}

const secondsPerDay = 86_400;

export function parseMoments(properties: readonly Property[]): ParsedValues<Moment> {
  return parseList(properties, (text, { params }) => parseMoment(text.split('/')[0] ?? '', params));
}

export function parsePeriods(properties: readonly Property[]): ParsedValues<AddedDate> {
  return parseList(properties, (text, { params }) => {
    const [from = '', to] = text.split('/');
    const start = parseMoment(from, params);
    if (!start || to === undefined) return start;
    const duration = parseDuration(to);
    if (duration) return { ...start, ...duration };
    const end = parseMoment(to, params);
    return { ...start, ...(end ? { end } : assumeDuration(start)) };
  });
}

function parseList<T>(
  properties: readonly Property[],
  parse: (text: string, property: Property) => T | undefined,
): ParsedValues<T> {
  const parsed = properties.flatMap((property) =>
    property.value
      .split(',')
      .filter((text) => text.trim() !== '')
      .map((text) => parse(text, property)),
  );
  const values = parsed.filter((value): value is NonNullable<typeof value> => value !== undefined) as T[];
  return { values, unreadable: parsed.length - values.length };
}

const momentPattern =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d):?(\d\d)?(?:[.,]\d{1,9})?(Z|[+-]\d\d:?\d\d)?|Z)?$/i;

/** Beyond what the standard allows: dashes and colons, no seconds, an offset, and midnight as 24:00. */
export function parseMoment(text: string, params: Property['params']): Moment | undefined {
  const found = momentPattern.exec(text.trim());
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((digits) => Number(digits ?? 0));
  const date = Date.UTC(year, month - 1, day) / 1000;
  if (year < 1 || new Date(date * 1000).getUTCDate() !== day || month > 12) return undefined;
  if (found[4] === undefined || params['value']?.toUpperCase() === 'DATE')
    return { wall: date, zone: null, isDate: true };
  const time = hour * 3600 + minute * 60 + second;
  if (time > secondsPerDay || minute > 59 || second > 60) return undefined;
  const offset = found[7]?.toUpperCase();
  const ahead = offset && offset !== 'Z' ? (parseOffset(offset) ?? 0) * 60 : 0;
  return {
    wall: date + time - ahead,
    zone: offset ? 'UTC' : params['tzid'] || null,
    isDate: false,
  };
}

/** Minutes east of UTC. */
export function parseOffset(text: string): number | undefined {
  const found = /^([+-])(\d\d):?(\d\d)/.exec(text.trim());
  if (!found) return undefined;
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3]));
}

const durationPattern =
  /^([+-]?)P(?=.)(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,9})M)?(?:(\d{1,10})S)?)?$/i;

export function parseDuration(text: string): Duration | undefined {
  const found = durationPattern.exec(text.trim());
  if (!found) return undefined;
  const sign = found[1] === '-' ? -1 : 1;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(2)
    .map((digits) => Number(digits ?? 0));
  return {
    days: sign * (weeks * 7 + days),
    duration: sign * (hours * 3600 + minutes * 60 + seconds),
  };
}

/** How long an event counts of which the end can't be read: a day, or an hour. */
export const assumeDuration = ({ isDate }: Moment): Required<Duration> =>
  isDate ? { days: 1, duration: 0 } : { days: 0, duration: 3600 };
