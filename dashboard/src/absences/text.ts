import { parseDay } from '@daybook/booking/calendar';
import { interpolate } from '@daybook/booking/locale';
import { formatTime, formatDateOnly, formatMoment, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { isAllDay, type Absence, type Kind } from './rules.ts';

/** `5 July to 16 July`, or with the clock for an absence of hours. */
export function formatTimes({ start, end }: Pick<Absence, 'start' | 'end'>): string {
  const isOneDay = toWallTime(start).day === toWallTime(end).day;
  const [from, to] = isAllDay({ start })
    ? [start, end].map((date) => formatDateOnly(parseDay(date)))
    : [formatMoment(start), isOneDay ? formatTime(toWallTime(end).clock) : formatMoment(end)];
  return from === to
    ? (from ?? '')
    : interpolate(words.schedules.dateRange, { from: from ?? '', to: to ?? '' });
}

/** The key `other` would make a plural of the words. */
export function formatKind(kind: Kind): string {
  return words.absences.kinds[kind === 'other' ? 'another' : kind];
}
