import { declareSettings, webAddress } from '../../platform/settings.ts';

export const stripeSettings = declareSettings(
  {
    STRIPE_API_URL: webAddress()
      .default('https://api.stripe.com')
      .describe('Where Stripe is: another address is of use in tests only'),
  },
  ({ STRIPE_API_URL: url }) => ({ url }),
);
