import { isDate } from '@daybook/booking/calendar';
import { useNavigate } from '@tanstack/react-router';

/** Reading and writing the state of a list that stands in the address. */

/** Text, or undefined; a router may have read `2027` as a number. */
export function readText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.slice(0, 200) : undefined;
}

export function readDate(value: unknown): string | undefined {
  return typeof value === 'string' && isDate(value) ? value : undefined;
}

export function findChoice<T extends string>(choices: readonly T[], value: unknown): T | undefined {
  return choices.find((choice) => choice === value);
}

/** Without what is undefined or empty. */
export function omitEmpty<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> };
}

/** Lists that show what the reader has, or what everyone has. */
export interface EveryoneSearch {
  readonly scope?: 'all';
}

export function parseEveryone(raw: Readonly<Record<string, unknown>>): EveryoneSearch {
  return omitEmpty({ scope: findChoice(['all'], raw['scope']) });
}

/** Turns dates of the reader's calendar into instants. */
export interface DateClock {
  readonly startOfDate: (date: string) => string;
  readonly startAfterDate: (date: string) => string;
}

/** From the first to the last date, both included, as lists of the API take them. */
export function toInstants(
  { from, to }: { readonly from?: string; readonly to?: string },
  { startOfDate, startAfterDate }: DateClock,
) {
  return { since: from && startOfDate(from), until: to && startAfterDate(to) };
}

/** A list whose URL names the saved view that is shown. */
export interface ViewSearch {
  readonly saved?: string;
}

/** Reads the saved view beside what the list itself reads. */
export function withView<Search extends object>(
  parse: (raw: Readonly<Record<string, unknown>>) => Search,
): (raw: Readonly<Record<string, unknown>>) => Search & ViewSearch {
  return (raw) => ({ ...parse(raw), ...omitEmpty({ saved: readText(raw['saved']) }) });
}

/** Changes some of what the address says, in place of the entry of the history. */
export function useAddress<Search extends object>(): (changes: {
  readonly [K in keyof Search]?: Search[K] | undefined;
}) => void {
  const navigate = useNavigate();
  return (changes) =>
    void navigate({
      to: '.',
      replace: true,
      search: ((before: object) => omitEmpty({ ...before, ...changes })) as never,
    });
}

/** The list in which a page stands, by the patterns of both: `/forms` for `/forms/$uuid/try`. */
export function findListPath(pattern: string, known: readonly string[]): string | undefined {
  const parts = pattern.split('/');
  const last = parts.findLastIndex((part) => part.startsWith('$'));
  for (let end = last; end > 1; end -= 1) {
    const path = parts.slice(0, end).join('/');
    if (known.includes(path)) return path;
  }
  return undefined;
}
