import { start } from '../platform/start.ts';
import type { FieldProps } from './field.tsx';
import { SearchSelect } from './search-select.tsx';

interface CurrencyFieldProps extends FieldProps {
  /** Three letters, or empty. */
  readonly value: string;
  readonly onChange: (currency: string) => void;
  /** The label of no currency, where there may be none. */
  readonly none?: string;
}

/** Most people look for one of these. */
const common = ['EUR', 'USD', 'GBP', 'CHF', 'CAD', 'AUD', 'JPY', 'INR', 'BRL', 'MXN'];

/** A currency, found by its name in the reader's language or by its letters. */
export function CurrencyField({ value, none, ...field }: CurrencyFieldProps) {
  // oxlint-disable-next-line no-restricted-globals -- names of currencies have no zone
  const names = new Intl.DisplayNames(start.locale.tag, { type: 'currency' });
  const codes = new Set([...(value ? [value] : []), ...common, ...listCodes()]);
  return (
    <SearchSelect
      {...field}
      value={value}
      choices={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...[...codes].map((code) => ({ value: code, label: code, detail: nameOf(names, code) })),
      ]}
    />
  );
}

/** What a page has stored may be no currency that the browser knows. */
function nameOf(names: { of: (code: string) => string | undefined }, code: string): string {
  return /^[A-Z]{3}$/.test(code) ? (names.of(code) ?? '') : '';
}

function listCodes(): string[] {
  // oxlint-disable-next-line no-restricted-globals -- codes of currencies have no zone
  return Intl.supportedValuesOf('currency');
}
