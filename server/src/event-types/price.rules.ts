import { amountText, minorOf, unitsOf, whyNotAmount } from '../platform/money.ts';

interface Priced {
  readonly price: string;
  readonly currency: string;
  readonly provider: string;
}

/** Why a price can't be asked for: its currency has no such amount, or the provider does not collect it. Nothing costs nothing. */
export function whyNotPrice({ price, currency, provider }: Priced): string | undefined {
  const minor = minorOf(price, currency);
  const wrong = whyNotAmount(price, currency);
  if (wrong || minor === 0 || provider !== 'stripe') return wrong;
  const { least, most } = stripeLimits(currency);
  if (minor >= least && minor <= most) return undefined;
  const range =
    least > 1
      ? `from ${amountText(least, currency)} to ${amountText(most, currency)}`
      : `at most ${amountText(most, currency)}`;
  return `Stripe collects ${range} ${currency}.`;
}

/** What Stripe takes at least, where it says so; elsewhere it depends on the account. https://docs.stripe.com/currencies */
const stripeMinimums: Readonly<Record<string, string>> = {
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
const stripeDigits: Readonly<Record<string, number>> = { IDR: 12, COP: 10, INR: 9 };

function stripeLimits(currency: string): { readonly least: number; readonly most: number } {
  const { step } = unitsOf(currency);
  const largest = 10 ** (stripeDigits[currency] ?? 8) - 1;
  return {
    least: minorOf(stripeMinimums[currency] ?? '0', currency),
    most: largest - (largest % step),
  };
}
