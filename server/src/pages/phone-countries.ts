import type { CallingCode, PhoneCountries } from '@daybook/booking/fields';
import { zoneCountries, zoneNames } from '@daybook/contract/zone-names.gen';
import { listCallingCodes } from '../platform/phone.ts';
import type { Reader } from './reader.ts';

/** The countries in the visitor's language; first guess: where they are, by zone or language. */
export function listPhoneCountries({ site, zone, region }: Reader): PhoneCountries {
  return { all: namedIn(site.locale.tag), guess: region ?? countryOfZone(zone) ?? site.locale.region };
}

const byLanguage = new Map<string, readonly CallingCode[]>();

/** Once for each of our languages. */
function namedIn(language: string): readonly CallingCode[] {
  const known = byLanguage.get(language);
  if (known) return known;
  // oxlint-disable-next-line no-restricted-globals -- names of countries have no zone
  const [names, order] = [new Intl.DisplayNames(language, { type: 'region' }), new Intl.Collator(language)];
  const list = listCallingCodes()
    .map(({ country, code }) => ({ country, code, name: names.of(country) ?? country }))
    .toSorted((a, b) => order.compare(a.name, b.name));
  byLanguage.set(language, list);
  return list;
}

function countryOfZone(zone: string): string | undefined {
  const index = zoneNames.indexOf(zone) * 2;
  const country = zoneCountries.slice(index, index + 2);
  return country === '..' || country === '' ? undefined : country;
}
