import { getCalendarDate, parseDay } from '@daybook/booking/calendar';
import { interpolate, formatMonth } from '@daybook/booking/locale';
import { formatLeadTime } from '../platform/lead-time.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { formatNumberWith, type Insight, type Series } from './rules.ts';

export function formatNumber(value: number): string {
  return formatNumberWith(value, words.insights);
}

/** With its unit. */
export function formatValue(value: number | null, unit: Insight['unit']): string {
  if (value === null) return '–';
  if (unit === 'count') return formatNumber(value);
  return formatLeadTime(value);
}

/** `3 January`, or `January 2027` where a bar is a month. */
export function formatDateLabel(date: string, interval: Insight['interval']): string {
  if (interval === 'month') return formatMonth(start.words, date.slice(0, 7));
  const { dayOfMonth, month } = getCalendarDate(parseDay(date));
  return interpolate(words.insights.dayMonth, {
    day: dayOfMonth,
    month: start.words.months[month - 1] ?? '',
  });
}

export function formatPointLabel(date: string, interval: Insight['interval']): string {
  const label = formatDateLabel(date, interval);
  return interval === 'week' ? interpolate(words.insights.week, { date: label }) : label;
}

export function formatSeriesLabel({ key, label }: Series): string {
  if (key === 'other') return words.insights.others;
  // The API names a state in its own words; no key of anything else is one of these.
  const states: Readonly<Record<string, string>> = { ...words.insights.statuses, ...words.calls.results };
  return states[key ?? ''] ?? label ?? key ?? words.insights.without;
}
