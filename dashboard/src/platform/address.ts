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
