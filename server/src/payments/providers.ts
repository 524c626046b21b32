import type { paymentProviders } from '@daybook/contract/providers.data';
import { formatMinor } from '../platform/money.ts';
import type { Settings } from '../platform/settings.ts';
import { manualProvider } from './manual/public.ts';
import { mollieProvider } from './mollie/public.ts';
import type { OnlineProvider, PaymentProvider } from './provider/public.ts';
import { stripeProvider } from './stripe/public.ts';

export type ProviderName = (typeof paymentProviders)[number];

export const providers: Readonly<Record<ProviderName, PaymentProvider>> = {
  manual: manualProvider,
  stripe: stripeProvider,
  mollie: mollieProvider,
};

export const paymentSettings: readonly Settings<unknown>[] = Object.values(providers).flatMap((provider) =>
  provider.collects === 'online' ? [provider.settings] : [],
);

/** Undefined where nobody asks for money. */
export function findOnlineProvider(name: string): OnlineProvider | undefined {
  const provider = Object.hasOwn(providers, name) ? providers[name as ProviderName] : undefined;
  return provider?.collects === 'online' ? provider : undefined;
}

/** Why a provider does not collect an amount; undefined when it does, or when nobody collects it online. */
export function findCollectionProblem(
  name: string,
  amountMinor: number,
  currency: string,
): string | undefined {
  const provider = findOnlineProvider(name);
  if (!provider) return undefined;
  const range = provider.amountRange(currency);
  if (!range) return `${provider.name} does not collect ${currency}.`;
  const { min, max } = range;
  if (amountMinor >= min && amountMinor <= max) return undefined;
  const limits =
    min > 1
      ? `from ${formatMinor(min, currency)} to ${formatMinor(max, currency)}`
      : `at most ${formatMinor(max, currency)}`;
  return `${provider.name} collects ${limits} ${currency}.`;
}
