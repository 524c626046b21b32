import { toClock, toIsoDate, minutesPerDay } from './calendar.ts';

/**
 * The rules of all time zones, from the server: those of a browser may be years old. The zones share a few dozen
 * behaviours, so each behaviour is sent once, and each zone refers to one.
 */
export interface ZoneTable {
  /** The instant from which changes are counted, in minutes. */
  readonly from: number;
  /** Separated by commas; each is `offset change offset change offset`. */
  readonly behaviours: string;
  /** Which behaviour each zone has, in the order of `zoneNames`: two digits in base 36 per zone. */
  readonly zones: string;
}

/** The offsets of one zone in minutes, each with the instant from which it holds, in order. */
export type Spans = readonly (readonly [from: number, offset: number])[];

export function getSpans(table: ZoneTable, index: number): Spans {
  const behaviour = Number.parseInt(table.zones.slice(index * 2, index * 2 + 2), 36);
  const numbers = (table.behaviours.split(',')[behaviour] ?? '0').split(' ').map(Number);
  const spans: [number, number][] = [[Number.NEGATIVE_INFINITY, numbers[0] ?? 0]];
  for (let i = 1; i < numbers.length; i += 2) {
    spans.push([table.from + (numbers[i] ?? 0), numbers[i + 1] ?? 0]);
  }
  return spans;
}

export function getOffset(spans: Spans, instant: number): number {
  return spans.findLast(([from]) => from <= instant)?.[1] ?? 0;
}

/** A free start: the local time, and the instant in minutes. */
export interface Time {
  readonly clock: string;
  readonly at: number;
}

export type TimesByDate = Readonly<Record<string, readonly Time[]>>;

/** Instants by local date. A local time that occurs twice, when clocks go back, stands for the earlier instant. */
export function groupByDate(starts: readonly number[], spans: Spans): TimesByDate {
  const days: Record<string, Time[]> = {};
  for (const at of starts) {
    const wall = at + getOffset(spans, at);
    const day = Math.floor(wall / minutesPerDay);
    const time = { clock: toClock(wall - day * minutesPerDay), at };
    const list = (days[toIsoDate(day)] ??= []);
    if (!list.some(({ clock }) => clock === time.clock)) list.push(time);
  }
  for (const list of Object.values(days)) list.sort((a, b) => (a.clock < b.clock ? -1 : 1));
  return days;
}

/** Run-length encoding: `first, step, count` for each run of evenly spaced starts. */
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

/** `Buenos Aires`, from `America/Argentina/Buenos_Aires`. */
export function getCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** `UTC+5:45` */
export function formatUtcOffset(offset: number): string {
  const size = Math.abs(offset);
  const minutes = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`;
  return `UTC${offset < 0 ? '−' : '+'}${Math.floor(size / 60)}${minutes}`;
}

/** `+05:45`, as the API writes it. */
export function formatOffset(offset: number): string {
  return `${offset < 0 ? '-' : '+'}${toClock(Math.abs(offset))}`;
}
