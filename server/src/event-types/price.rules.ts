import { minorOf, whyNotAmount } from '../platform/money.ts';

interface Priced {
  readonly price: string;
  readonly currency: string;
  readonly provider: string;
}

/** Why a provider does not collect an amount; undefined when it does. */
export type WhyNotCollected = (provider: string, amountMinor: number, currency: string) => string | undefined;

/** Why a price can't be asked for: its currency has no such amount, or the provider does not collect it. Nothing costs nothing. */
export function whyNotPrice(
  { price, currency, provider }: Priced,
  whyNotCollected: WhyNotCollected,
): string | undefined {
  const wrong = whyNotAmount(price, currency);
  const minor = minorOf(price, currency);
  return wrong ?? (minor === 0 ? undefined : whyNotCollected(provider, minor, currency));
}
