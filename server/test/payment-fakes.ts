import { mollieSettings } from '../src/payments/mollie/settings.ts';
import { startFakeMollie, type FakeMollie } from '../src/payments/mollie/test-mollie.ts';
import type { FakeProvider } from '../src/payments/provider/test-provider.ts';
import { stripeSettings } from '../src/payments/stripe/settings.ts';
import { startFakeStripe, type FakeStripe } from '../src/payments/stripe/test-stripe.ts';
import type { Settings } from '../src/platform/settings.ts';

/** How a provider on loopback is started, and where Daybook reads its address. */
export interface Fake<F> {
  readonly name: string;
  readonly start: () => Promise<F>;
  readonly settings: Settings<{ readonly url: string }>;
}

export const byStripe: Fake<FakeStripe> = {
  name: 'stripe',
  start: startFakeStripe,
  settings: stripeSettings,
};

export const byMollie: Fake<FakeMollie> = {
  name: 'mollie',
  start: startFakeMollie,
  settings: mollieSettings,
};

/** Every provider that collects online. What one of them does differently is tested in its folder. */
export const fakes: readonly Fake<FakeProvider>[] = [byStripe, byMollie];
