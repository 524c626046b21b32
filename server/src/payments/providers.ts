import type { paymentProvider } from '@daybook/contract/payments';
import type { z } from 'zod';
import { manualProvider } from './manual/public.ts';
import type { OnlineProvider, PaymentProvider } from './provider/public.ts';
import { stripeProvider } from './stripe/public.ts';

type Name = z.output<typeof paymentProvider>['provider'];

export const providers: Readonly<Record<Name, PaymentProvider>> = {
  manual: manualProvider,
  stripe: stripeProvider,
};

/** Undefined where nobody asks for money. */
export function onlineProvider(name: string): OnlineProvider | undefined {
  const provider = providers[name as Name];
  return provider.collects === 'online' ? provider : undefined;
}
