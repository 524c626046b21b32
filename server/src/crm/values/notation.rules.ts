import { isDate } from './rules.ts';

/** Numbers and dates as people write them: `1.234,56` and `31.12.2026`. */

export const decimals = ['.', ','] as const;
export const dateOrders = ['dmy', 'mdy'] as const;
export type Decimal = (typeof decimals)[number];
export type DateOrder = (typeof dateOrders)[number];

/** How a column is written. Without it, numbers are as in JSON, and dates have the year first. */
export interface Notation {
  readonly decimal?: Decimal | undefined;
  readonly dateOrder?: DateOrder | undefined;
}

const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

const groupedNumbers = {
  '.': /^[+-]?(?:\d*|\d{1,3}(?:[,\s'’]\d{3})+)(?:\.\d*)?(?:e[+-]?\d+)?$/i,
  ',': /^[+-]?(?:\d*|\d{1,3}(?:[.\s'’]\d{3})+)(?:,\d*)?(?:e[+-]?\d+)?$/i,
};

/** Undefined unless the text is a number in this notation. */
export function parseLocalNumber(text: string, decimal: Decimal | undefined): number | undefined {
  if (decimal === undefined) return plainNumber.test(text) ? Number(text) : undefined;
  if (!groupedNumbers[decimal].test(text) || !/\d/.test(text)) return undefined;
  const plain = text.replaceAll(decimal === '.' ? /[,\s'’]/g : /[.\s'’]/g, '').replace(',', '.');
  return plainNumber.test(plain) ? Number(plain) : undefined;
}

/** As `YYYY-MM-DD`. Undefined unless the text is a date in this order, or has the year first. */
export function parseLocalDate(text: string, order: DateOrder | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})([-/.]\d\d?)([-/.]\d\d?)$/.exec(text) ?? [];
  if (year && month && day) return dateOf(year, month.slice(1), day.slice(1));
  const [, first = '', separator, second = '', last = ''] =
    /^(\d\d?)([-/.])\s?(\d\d?)\2\s?(\d{4})$/.exec(text) ?? [];
  if (separator === undefined || order === undefined) return undefined;
  // No country writes the month first and dots between.
  if (separator === '.' && order === 'mdy') return undefined;
  return order === 'dmy' ? dateOf(last, second, first) : dateOf(last, first, second);
}

function dateOf(year: string, month: string, day: string): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : undefined;
}

/** The notation of a column; undefined if it needs none. Or why that can't be told. */
export type NotationResult<N> = { readonly notation: N | undefined } | { readonly cells: readonly string[] };

export interface Detector<N extends string> {
  take(cell: string): void;
  detect(): NotationResult<N>;
}

export const createDecimalDetector = (): Detector<Decimal> =>
  detector(decimals, parseLocalNumber, (text) => plainNumber.test(text));

export const createDateOrderDetector = (): Detector<DateOrder> =>
  detector(dateOrders, parseLocalDate, (text) => /^\d{4}-/.test(text));

/**
 * Finds the one notation in which all cells of a column can be read. A column in which every cell is written as the API writes
 * it needs none. Cells that no notation can read are left to the errors of their rows.
 */
function detector<N extends string>(
  notations: readonly N[],
  parse: (text: string, notation: N) => unknown,
  isPlain: (text: string) => boolean,
): Detector<N> {
  const excludedBy = new Map<N, string>();
  let ambiguous: string | undefined;
  let needsOne = false;
  return {
    take(cell) {
      const values = notations.map((notation) => parse(cell, notation));
      if (values.every((value) => value === undefined)) return;
      if (!isPlain(cell)) needsOne = true;
      for (const [index, notation] of notations.entries()) {
        if (values[index] === undefined && !excludedBy.has(notation)) excludedBy.set(notation, cell);
      }
      const isSame = values.every((value) => value === values[0]);
      if (!isSame && values.every((value) => value !== undefined)) ambiguous ??= cell;
    },
    detect() {
      if (!needsOne) return { notation: undefined };
      const possible = notations.filter((notation) => !excludedBy.has(notation));
      if (possible.length === 1 || (possible.length > 1 && ambiguous === undefined)) {
        return { notation: possible[0] };
      }
      return { cells: possible.length === 0 ? [...excludedBy.values()] : [ambiguous ?? ''] };
    },
  };
}
