import { calendarDateOf, dayOf } from '@daybook/booking/calendar';
import { interpolate, monthText, plural } from '@daybook/booking/locale';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { numberIn, type Insight, type Series } from './rules.ts';

export function numberText(value: number): string {
  return numberIn(value, words.insights);
}

/** With its unit. */
export function valueText(value: number | null, unit: Insight['unit']): string {
  if (value === null) return '–';
  if (unit === 'count') return numberText(value);
  return plural(start.words, words.insights.hours, Math.round(value * 10) / 10, { n: numberText(value) });
}

/** `3 January`, or `January 2027` where a bar is a month. */
export function dateLabel(date: string, interval: Insight['interval']): string {
  if (interval === 'month') return monthText(start.words, date.slice(0, 7));
  const { dayOfMonth, month } = calendarDateOf(dayOf(date));
  return interpolate(words.insights.dayMonth, {
    day: dayOfMonth,
    month: start.words.months[month - 1] ?? '',
  });
}

export function pointLabel(date: string, interval: Insight['interval']): string {
  const label = dateLabel(date, interval);
  return interval === 'week' ? interpolate(words.insights.week, { date: label }) : label;
}

export function seriesLabel({ key, label }: Series): string {
  if (key === 'other') return words.insights.others;
  // The API names a state in its own words; no key of anything else is one of these.
  const states: Readonly<Record<string, string>> = { ...words.insights.statuses, ...words.calls.results };
  return states[key ?? ''] ?? label ?? key ?? words.insights.without;
}
