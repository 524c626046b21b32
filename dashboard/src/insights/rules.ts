import { toIsoDate, parseDay } from '@daybook/booking/calendar';
import type { Result } from '@daybook/client';
import type { InsightSearch, Interval } from './search.ts';

/** What the charts show. Pure, so that Node can test it. */

export type Insight = Result<'countBookings'>;
export type Bucket = Insight['buckets'][number];

export interface Period {
  readonly from: string;
  readonly to: string;
  readonly interval: Interval;
}

const usualDays = 30;

/** The most days that the API counts, by interval. */
const maxDays: Readonly<Record<Interval, number>> = { day: 366, week: 1830, month: 3660 };

/**
 * The period of the address, in whichever order its dates are; without one, the last thirty days. Without an interval, or with one
 * that is too short for it, one that gives a few dozen bars. No period is longer than the API counts.
 */
export function resolvePeriod(
  { days = usualDays, from, to, interval }: InsightSearch,
  today: number,
): Period {
  const end = to ? parseDay(to) : today;
  const begin = from ? parseDay(from) : end - days + 1;
  const last = Math.max(begin, end);
  const first = Math.max(Math.min(begin, end), last - maxDays.month + 1);
  const length = last - first + 1;
  const usual = length <= 45 ? 'day' : length <= 200 ? 'week' : 'month';
  const chosen = interval && length <= maxDays[interval] ? interval : usual;
  return { from: toIsoDate(first), to: toIsoDate(last), interval: chosen };
}

/** As long as the period, and right before it. */
export function getPreviousPeriod({ from, to, interval }: Period): Period {
  const length = parseDay(to) - parseDay(from) + 1;
  return { from: toIsoDate(parseDay(from) - length), to: toIsoDate(parseDay(from) - 1), interval };
}

export interface Series {
  readonly key: string | null;
  readonly label: string | null;
  /** One for each date; null where there is nothing to measure. */
  readonly values: readonly (number | null)[];
}

export interface Chart {
  readonly dates: readonly string[];
  /** The largest first; what is left over, last. */
  readonly series: readonly Series[];
}

/** Buckets by date and key as lines of the same length. */
export function buildChart(buckets: readonly Bucket[]): Chart {
  const dates = [...new Set(buckets.map(({ from }) => from))].sort();
  const places = new Map(dates.map((date, index) => [date, index]));
  const byKey = new Map<string | null, { label: string | null; values: (number | null)[] }>();
  for (const { from, key, label, value } of buckets) {
    const series = byKey.get(key) ?? { label, values: dates.map(() => null) };
    byKey.set(key, series);
    series.values[places.get(from) ?? 0] = value;
  }
  const series = [...byKey].map(([key, rest]) => ({ key, ...rest }));
  return { dates, series: series.sort((a, b) => rank(b) - rank(a)) };
}

/** At most as many lines as there are colours; those that are left over become one. */
export function foldSeries({ dates, series }: Chart, most: number): Chart {
  const named = series.filter(({ key }) => key !== 'other');
  if (named.length <= most) return { dates, series };
  const shown = named.slice(0, most);
  const rest = series.filter((each) => !shown.includes(each));
  const values = dates.map((_, index) => sumValues(rest.map((each) => each.values[index] ?? null)));
  return { dates, series: [...shown, { key: 'other', label: null, values }] };
}

function rank({ key, values }: Series): number {
  return key === 'other' ? -1 : sumValues(values);
}

export function sumValues(values: readonly (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

export function sumBuckets(buckets: readonly Bucket[]): number {
  return sumValues(buckets.map(({ value }) => value));
}

/** The middle of what was measured; null where nothing was. */
export function computeMedian(values: readonly (number | null)[]): number | null {
  const measured = values.filter((value) => value !== null).sort((a, b) => a - b);
  const middle = measured.length / 2;
  if (measured.length === 0) return null;
  return measured.length % 2 === 1
    ? (measured[Math.floor(middle)] ?? null)
    : ((measured[middle - 1] ?? 0) + (measured[middle] ?? 0)) / 2;
}

/** A round number that is at least as high, for the top of an axis. */
export function roundAxisTop(highest: number): number {
  if (highest <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(highest));
  return ([1, 2, 4, 5, 8, 10].find((step) => step * power >= highest) ?? 10) * power;
}

/** Which of many dates have a label, so that labels do not touch. */
export function listLabeledDates(count: number, width: number, labelWidth: number): number[] {
  const step = Math.max(1, Math.ceil((count * labelWidth) / Math.max(width, 1)));
  return Array.from({ length: count }, (_, index) => index).filter((index) => index % step === 0);
}

/** `1,284` or `3.5` in the signs of a language. */
export function formatNumberWith(value: number, signs: { thousands: string; decimal: string }): string {
  const rounded = Math.round(value * 10) / 10;
  const [whole = '0', part] = String(rounded).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, signs.thousands);
  return part ? `${grouped}${signs.decimal}${part}` : grouped;
}
