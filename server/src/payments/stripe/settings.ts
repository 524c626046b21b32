import { declareSettings, webAddress } from '../../platform/settings.ts';

export const stripeSettings = declareSettings(
  {
    STRIPE_API_URL: webAddress()
      .default('https://api.stripe.com')
      .describe('URL of the Stripe API; change it only in tests'),
  },
  ({ STRIPE_API_URL: url }) => ({ url }),
);
