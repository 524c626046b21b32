import { formatMinor, toMinor, getUnits } from '../../platform/money.ts';
import type { AmountRange } from '../provider/public.ts';

/** As Mollie writes an amount: as many decimals as the currency has. */
export interface MollieAmount {
  readonly currency: string;
  readonly value: string;
}

/** What Mollie takes, by one payment method or another. https://docs.mollie.com/docs/multicurrency */
const currencies = new Set(
  'AED AUD BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS ISK JPY MXN MYR NOK NZD PHP PLN RON SEK SGD THB TWD USD ZAR'.split(
    ' ',
  ),
);

/** Mollie has no smallest or largest amount of its own: its payment methods do. */
const maxUnits = 10_000_000;

export function findMollieRange(currency: string): AmountRange | undefined {
  if (!currencies.has(currency)) return undefined;
  const { perUnit, step } = getUnits(currency);
  return { min: step, max: maxUnits * perUnit - step };
}

export function formatAmount(minor: number, currency: string): MollieAmount {
  return { currency, value: formatMinor(minor, currency) };
}

export function parseAmount({ value, currency }: MollieAmount): number {
  return toMinor(value, currency);
}
