import { list } from '../platform/config-fields.ts';
import { isCountry } from '../platform/phone.ts';
import { declareSettings } from '../platform/settings.ts';

export const callSettings = declareSettings(
  {
    CALL_COUNTRIES: list('must be country codes such as DE,FR', isCountry).describe(
      'Countries that agents may call, such as DE,FR; default: all',
    ),
  },
  // All, if there are none.
  ({ CALL_COUNTRIES: countries }): { readonly countries: readonly string[] } => ({ countries }),
);
