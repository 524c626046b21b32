import type { ComponentChildren } from 'preact';
import { toIsoDate, parseDay, getFirstDay, minutesPerDay } from './calendar.ts';
import { formatLocalClock, formatDate, interpolate } from './locale.ts';
import type { Choice, PickData } from './model.ts';
import { getVisibleDate } from './month-times.ts';
import { getCity, getOffset, formatUtcOffset, type Spans, type Time, type TimesByDate } from './zones.ts';

/** What the script adds to the picker. Without it, days and times are plain links. */
export interface Interaction {
  /** The one day of the grid that is in the tab order; arrow keys move it. */
  readonly focusDate: string;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onMonth: (month: string) => (event: Event) => void;
  readonly onDay: (date: string) => (event: Event) => void;
  readonly onTime: (date: string, time: Time) => (event: Event) => void;
  readonly onRetry: () => void;
  readonly zone: ComponentChildren;
  readonly announcement: string;
}

export interface PickerProps {
  readonly data: PickData;
  readonly choice: Choice;
  readonly spans: Spans;
  readonly times: TimesByDate;
  readonly state?: 'ready' | 'loading' | 'slow' | 'failed';
  readonly laterDate: string | null;
  /** Stands above the calendar. */
  readonly notice?:
    | { readonly text: string; readonly link?: { readonly href: string; readonly text: string } }
    | undefined;
  readonly interaction?: Interaction | undefined;
}

/** The start that is chosen; undefined if it is not offered. */
export function findChosenTime(times: TimesByDate, { date, time }: Choice): Time | undefined {
  return date === null ? undefined : times[date]?.find(({ clock }) => clock === time);
}

/** Says so when the URL names a time that is not offered. */
export function formatMissingTime(
  { words, locale }: Pick<PickData, 'words' | 'locale'>,
  choice: Choice,
): string {
  return formatTimeSentence(words.notOffered, { words, locale }, choice);
}

export function formatTimeSentence(
  text: string,
  { words, locale }: Pick<PickData, 'words' | 'locale'>,
  { date, time }: Choice,
): string {
  if (date === null || time === null) return '';
  return interpolate(text, {
    date: formatDate(words, parseDay(date)),
    time: formatLocalClock(words, locale, time),
  });
}

export function getToday(now: number, spans: Spans): string {
  return toIsoDate(Math.floor((now + getOffset(spans, now)) / minutesPerDay));
}

export function formatZone(data: Pick<PickData, 'words'>, zone: string, offset: number): string {
  return `${interpolate(data.words.zoneTime, { city: getCity(zone) })} (${formatUtcOffset(offset)})`;
}

/** The offset on the visible date: it differs over the year. */
export function getVisibleOffset({
  choice,
  times,
  spans,
}: Pick<PickerProps, 'choice' | 'times' | 'spans'>): number {
  const date = getVisibleDate(choice, times);
  const first = date ? times[date]?.[0]?.at : undefined;
  return getOffset(spans, first ?? getFirstDay(choice.month) * minutesPerDay);
}
