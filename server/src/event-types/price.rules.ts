import { toMinor, findAmountProblem } from '../platform/money.ts';

interface PriceTerms {
  readonly price: string;
  readonly currency: string;
  readonly provider: string;
}

/** Why a provider does not collect an amount; undefined when it does. */
export type CollectionCheck = (provider: string, amountMinor: number, currency: string) => string | undefined;

/** Why a price can't be asked for: its currency has no such amount, or the provider does not collect it. Nothing costs nothing. */
export function findPriceProblem(
  { price, currency, provider }: PriceTerms,
  whyNotCollected: CollectionCheck,
): string | undefined {
  const wrong = findAmountProblem(price, currency);
  const minor = toMinor(price, currency);
  return wrong ?? (minor === 0 ? undefined : whyNotCollected(provider, minor, currency));
}
