import { apiUrl, declareSettings } from '../../platform/settings.ts';

export const mollieSettings = declareSettings(
  {
    MOLLIE_API_URL: apiUrl('https://api.mollie.com').describe(
      'Where Mollie is: another address is of use in tests only',
    ),
  },
  ({ MOLLIE_API_URL: url }) => ({ url }),
);
