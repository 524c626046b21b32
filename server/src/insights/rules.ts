import { toCalendarDate, toDayNumber, formatDate, minuteToMs, getMonday } from '@daybook/engine/dates';
import { startOfDay, type Zone } from '@daybook/engine/zones';
import type { Days } from '../platform/days.ts';

export type Interval = 'day' | 'week' | 'month';

export const maxDays: Readonly<Record<Interval, number>> = { day: 366, week: 1830, month: 3660 };

/** The first days of the buckets of a range. The first bucket begins with the range, also within a week or month. */
export function listBucketDays({ first, last }: Days, interval: Interval): number[] {
  const days: number[] = [];
  for (let day = first; day <= last; day = dayAfter(day, interval)) days.push(day);
  return days;
}

function dayAfter(day: number, interval: Interval): number {
  if (interval === 'day') return day + 1;
  if (interval === 'week') return getMonday(day) + 7;
  const { year, month } = toCalendarDate(day);
  return month === 12 ? toDayNumber(year + 1, 1, 1) : toDayNumber(year, month + 1, 1);
}

/** The instants at which the buckets begin, and at which the last one ends. */
export function listEdges(days: readonly number[], { last }: Days, zone: Zone): string[] {
  return [...days, last + 1].map((day) => new Date(minuteToMs(startOfDay(zone, day))).toISOString());
}

/** What one bucket has of one group, as a statement brings it. Buckets count from 1. */
export interface Part {
  readonly bucket: number;
  readonly key: string | null;
  readonly label: string | null;
  readonly count: number;
  readonly value: number | null;
}

interface Bucket {
  readonly from: string;
  readonly key: string | null;
  readonly label: string | null;
  readonly value: number | null;
}

const maxGroups = 50;
const ungrouped = { key: null, label: null };
const others = { key: 'other', label: 'Other' };

/** Every bucket of every group, the largest group first within each bucket. `empty` is the value where nothing happened. */
export function fillBuckets(days: readonly number[], parts: readonly Part[], empty: 0 | null): Bucket[] {
  const ranked = rankGroups(parts);
  const largest = ranked.slice(0, maxGroups);
  const rest = new Set(ranked.slice(maxGroups).map(({ key }) => key));
  const values = new Map<string, number | null>();
  for (const { bucket, key, value } of parts) {
    if (!rest.has(key)) values.set(placeOf(bucket, key), value);
    else if (empty === 0) {
      const place = placeOf(bucket, others.key);
      values.set(place, (values.get(place) ?? 0) + (value ?? 0));
    }
  }
  const shown = [...largest, ...(rest.size > 0 && empty === 0 ? [others] : [])];
  return days.flatMap((day, index) =>
    (shown.length > 0 ? shown : [ungrouped]).map(({ key, label }) => ({
      from: formatDate(day),
      key,
      label,
      value: values.get(placeOf(index + 1, key)) ?? empty,
    })),
  );
}

function rankGroups(parts: readonly Part[]): { key: string | null; label: string | null }[] {
  const groups = new Map<string | null, { label: string | null; count: number }>();
  for (const { key, label, count } of parts) {
    groups.set(key, { label, count: (groups.get(key)?.count ?? 0) + count });
  }
  return [...groups]
    .map(([key, group]) => ({ key, ...group }))
    .toSorted((a, b) => b.count - a.count || (`${a.label}${a.key}` < `${b.label}${b.key}` ? -1 : 1));
}

function placeOf(bucket: number, key: string | null): string {
  return `${bucket} ${key ?? ''}`;
}
