import { clockOf, dateOf, minutesPerDay } from './calendar.ts';

/**
 * Zones as the server describes them: browsers have rules of their own, of any age, and are not asked. All zones share a
 * few dozen behaviours; `kinds` holds those, `of` says which one each zone has, in the order of the contract's names.
 */
export interface ZoneTable {
  /** The minute from which changes are counted. */
  readonly from: number;
  /** `offset change offset change offset`, several joined by commas. */
  readonly kinds: string;
  /** Two digits in base 36 for each name. */
  readonly of: string;
}

/** Offsets in minutes, each from an instant on, in order. */
export type Spans = readonly (readonly [from: number, offset: number])[];

export function spansOf(table: ZoneTable, index: number): Spans {
  const kind = Number.parseInt(table.of.slice(index * 2, index * 2 + 2), 36);
  const numbers = (table.kinds.split(',')[kind] ?? '0').split(' ').map(Number);
  const spans: [number, number][] = [[Number.NEGATIVE_INFINITY, numbers[0] ?? 0]];
  for (let i = 1; i < numbers.length; i += 2) {
    spans.push([table.from + (numbers[i] ?? 0), numbers[i + 1] ?? 0]);
  }
  return spans;
}

export function offsetAt(spans: Spans, instant: number): number {
  return spans.findLast(([from]) => from <= instant)?.[1] ?? 0;
}

/** A time that can be chosen: what a clock shows, and the instant that is meant. */
export interface Time {
  readonly clock: string;
  readonly at: number;
}

export type TimesByDate = Readonly<Record<string, readonly Time[]>>;

/** Instants by date on a clock. A time that the clock shows twice is there once, as the earlier of the two. */
export function byDate(starts: readonly number[], spans: Spans): TimesByDate {
  const days: Record<string, Time[]> = {};
  for (const at of starts) {
    const wall = at + offsetAt(spans, at);
    const day = Math.floor(wall / minutesPerDay);
    const time = { clock: clockOf(wall - day * minutesPerDay), at };
    const list = (days[dateOf(day)] ??= []);
    if (!list.some(({ clock }) => clock === time.clock)) list.push(time);
  }
  for (const list of Object.values(days)) list.sort((a, b) => (a.clock < b.clock ? -1 : 1));
  return days;
}

/** Starts as `first, step, count` triples: a month of times in a few numbers. */
export function packStarts(starts: readonly number[]): number[] {
  const packed: number[] = [];
  for (let i = 0; i < starts.length;) {
    const first = starts[i] ?? 0;
    const step = (starts[i + 1] ?? first + 1) - first;
    let count = 1;
    while (i + count < starts.length && starts[i + count] === first + step * count) count++;
    packed.push(first, step, count);
    i += count;
  }
  return packed;
}

export function unpackStarts(packed: readonly number[]): number[] {
  const starts: number[] = [];
  for (let i = 0; i < packed.length; i += 3) {
    const [first = 0, step = 0, count = 0] = packed.slice(i, i + 3);
    for (let k = 0; k < count; k++) starts.push(first + k * step);
  }
  return starts;
}

/** `America/Argentina/Buenos_Aires` is `Buenos Aires` to whoever lives there. */
export function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** `UTC+5:45` */
export function offsetText(offset: number): string {
  const size = Math.abs(offset);
  const minutes = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`;
  return `UTC${offset < 0 ? '−' : '+'}${Math.floor(size / 60)}${minutes}`;
}

/** `+05:45`, as the API writes it. */
export function wireOffset(offset: number): string {
  return `${offset < 0 ? '-' : '+'}${clockOf(Math.abs(offset))}`;
}
