import type { PaymentProvider } from '../provider/public.ts';

export const manualProvider = {
  collects: 'on site',
  name: 'Pay on site',
} as const satisfies PaymentProvider;
