import { dayOf } from '@daybook/booking/calendar';
import { interpolate } from '@daybook/booking/locale';
import { clockIn, dateOnlyText, dayText, wallAt } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { isAllDay, type Absence, type Kind } from './rules.ts';

/** `5 July to 16 July`, or with the clock for an absence of hours. */
export function timesText({ start, end }: Pick<Absence, 'start' | 'end'>): string {
  const isOneDay = wallAt(start).day === wallAt(end).day;
  const [from, to] = isAllDay({ start })
    ? [start, end].map((date) => dateOnlyText(dayOf(date)))
    : [momentText(start), isOneDay ? clockIn(wallAt(end).clock) : momentText(end)];
  return from === to
    ? (from ?? '')
    : interpolate(words.schedules.dateRange, { from: from ?? '', to: to ?? '' });
}

export function momentText(instant: string): string {
  const { day, clock } = wallAt(instant);
  return `${dayText(day)}, ${clockIn(clock)}`;
}

/** The key `other` would make a plural of the words. */
export function kindText(kind: Kind): string {
  return words.absences.kinds[kind === 'other' ? 'another' : kind];
}
