import { toMinor, getUnits } from '../../platform/money.ts';
import type { AmountRange } from '../provider/public.ts';

/** What Stripe takes at least, where it says so; elsewhere it depends on the account. https://docs.stripe.com/currencies */
const minimums: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'ARS AUD BRL CAD CHF COP EUR IDR ILS INR NZD PHP RUB SGD USD ZAR'
      .split(' ')
      .map((code) => [code, '0.50']),
  ),
  AED: '2',
  CZK: '15',
  DKK: '2.50',
  GBP: '0.30',
  HKD: '4',
  HUF: '175',
  JPY: '50',
  KRW: '50',
  MXN: '10',
  MYR: '2',
  NOK: '3',
  PLN: '2',
  RON: '2',
  SEK: '3',
  THB: '10',
};

/** How many digits an amount may have in minor units. */
const maxDigits: Readonly<Record<string, number>> = { IDR: 12, COP: 10, INR: 9 };

export function findStripeRange(currency: string): AmountRange {
  const { step } = getUnits(currency);
  const largest = 10 ** (maxDigits[currency] ?? 8) - 1;
  return {
    min: toMinor(minimums[currency] ?? '0', currency),
    max: largest - (largest % step),
  };
}
