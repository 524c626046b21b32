import type { ComponentChildren } from 'preact';
import { dateOf, firstDay, minutesPerDay, monthOf } from './calendar.ts';
import { fill } from './locale.ts';
import type { Choice, PickData } from './model.ts';
import { cityOf, offsetAt, offsetText, type Spans, type Time, type TimesByDate } from './zones.ts';

/** What the browser adds to the picker once it runs. Without it, days and times are plain links. */
export interface Live {
  /** The day that Tab reaches; arrows move it. */
  readonly focusDate: string;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onMonth: (month: string) => (event: Event) => void;
  readonly onDay: (date: string) => (event: Event) => void;
  readonly onTime: (date: string, time: Time) => (event: Event) => void;
  readonly onRetry: () => void;
  readonly zone: ComponentChildren;
  readonly said: string;
}

export interface Props {
  readonly data: PickData;
  readonly choice: Choice;
  readonly spans: Spans;
  readonly times: TimesByDate;
  readonly state?: 'ready' | 'loading' | 'slow' | 'failed';
  readonly laterDate: string | null;
  readonly live?: Live | undefined;
}

/** The date whose times are shown: the chosen one, else the first that has some. */
export function shownDate({ choice, times }: Pick<Props, 'choice' | 'times'>): string | null {
  if (choice.date && monthOf(choice.date) === choice.month) return choice.date;
  return datesIn(choice.month, times)[0] ?? null;
}

export function datesIn(month: string, times: TimesByDate): string[] {
  return Object.keys(times)
    .filter((date) => monthOf(date) === month && (times[date]?.length ?? 0) > 0)
    .toSorted();
}

export function todayIn(now: number, spans: Spans): string {
  return dateOf(Math.floor((now + offsetAt(spans, now)) / minutesPerDay));
}

export function zoneText(data: Pick<PickData, 'words'>, zone: string, offset: number): string {
  return `${fill(data.words.zoneTime, { city: cityOf(zone) })} (${offsetText(offset)})`;
}

/** Offsets change: the one that is shown holds for the date that is shown. */
export function offsetShown({ choice, times, spans }: Pick<Props, 'choice' | 'times' | 'spans'>): number {
  const date = shownDate({ choice, times });
  const first = date ? times[date]?.[0]?.at : undefined;
  return offsetAt(spans, first ?? firstDay(choice.month) * minutesPerDay);
}
