import { toCalendarDate, formatClock, formatOffset, MINUTES_PER_DAY, modulo } from '@daybook/engine/dates';
import { findSpan, type Zone } from '@daybook/engine/zones';

const yearMinutes = 366 * MINUTES_PER_DAY;
const maxSpans = 12;

/**
 * A VTIMEZONE with our own rules for the time around an event: the clock that is valid at its start, and the changes
 * of the year after it. One event needs no more, and a rule without an end would claim what nobody knows.
 */
export function listTimezoneLines(zone: Zone, start: number, end: number): string[] {
  const first = findSpan(zone, start);
  const last = Math.min(findSpan(zone, end + yearMinutes), first + maxSpans);
  const lines = ['BEGIN:VTIMEZONE', `TZID:${zone.name}`];
  for (let span = first; span <= last; span++) lines.push(...observance(zone, span));
  return [...lines, 'END:VTIMEZONE'];
}

function observance(zone: Zone, span: number): string[] {
  const to = zone.offsets[span] ?? 0;
  const from = span === 0 ? to : (zone.offsets[span - 1] ?? to);
  // The clock before the change tells when it comes; a clock that never changed has stood since 1970.
  const onset = span === 0 ? 0 : (zone.spanStarts[span] ?? 0) + from;
  const kind = isSummer(zone, span) ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    `DTSTART:${formatWallTime(onset)}`,
    `TZOFFSETFROM:${compact(from)}`,
    `TZOFFSETTO:${compact(to)}`,
    `TZNAME:UTC${compact(to)}`,
    `END:${kind}`,
  ];
}

/** The data do not say which clock is the summer one; the one ahead of both neighbours, for part of a year, is. */
function isSummer({ offsets, spanStarts }: Zone, span: number): boolean {
  const [before, own, after] = [offsets[span - 1], offsets[span] ?? 0, offsets[span + 1]];
  if (before === undefined || after === undefined) return false;
  const length = (spanStarts[span + 1] ?? 0) - (spanStarts[span] ?? 0);
  return own > before && own > after && length < 300 * MINUTES_PER_DAY;
}

function compact(offset: number): string {
  return formatOffset(offset).replace(':', '');
}

/** `20270112T100000` of a wall time in minutes. */
export function formatWallTime(wall: number): string {
  const { year, month, dayOfMonth } = toCalendarDate(Math.floor(wall / MINUTES_PER_DAY));
  const date = [String(year).padStart(4, '0'), pad(month), pad(dayOfMonth)].join('');
  return `${date}T${formatClock(modulo(wall, MINUTES_PER_DAY)).replace(':', '')}00`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
