import { start } from './start.ts';

/** Numbers and amounts as the reader writes them. */

const tag = `${start.locale.tag}-${start.locale.region}-u-nu-latn`;
const formats = new Map<string, (value: number) => string>();

export interface Money {
  readonly currency: string;
  readonly currencyDisplay?: 'code' | 'name' | 'symbol' | undefined;
  readonly currencyDecimal?: boolean | undefined;
  readonly currencyGrouping?: boolean | undefined;
}

export function formatNumber(value: number): string {
  return formatOf({ maximumFractionDigits: 10 })(value);
}

export function formatMoney(value: number, money: Money): string {
  const digits = money.currencyDecimal === false || Number.isInteger(value) ? 0 : 2;
  return formatOf({
    style: 'currency',
    currency: money.currency,
    currencyDisplay: money.currencyDisplay === 'symbol' ? 'narrowSymbol' : money.currencyDisplay,
    useGrouping: money.currencyGrouping !== false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })(value);
}

type Options = NonNullable<Parameters<number['toLocaleString']>[1]>;

/** Making a format takes a hundred times longer than using it. */
function formatOf(options: Options): (value: number) => string {
  const key = JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  // oxlint-disable-next-line no-restricted-globals -- numbers have no zone
  const format = new Intl.NumberFormat(tag, options);
  const write = (value: number): string => format.format(value);
  formats.set(key, write);
  return write;
}

const decimalMark = formatNumber(1.5).charAt(1);

/** `1.234,5` in German, `1,234.5` in English, and either with a point alone; undefined for what is no number. */
export function parseNumber(text: string): number | undefined {
  const bare = text.replaceAll(/[\s\u00A0\u202F'’]|[^\d.,+-]/g, '');
  const plain =
    decimalMark === ',' && bare.includes(',')
      ? bare.replaceAll('.', '').replace(',', '.')
      : bare.replaceAll(/,(?=\d{3}(?:\D|$))/g, '').replace(',', '.');
  const value = Number(plain);
  return plain === '' || !Number.isFinite(value) ? undefined : value;
}
