import { hydrate, render } from 'preact';
import { zoneCountries, zoneNames } from '@daybook/contract/zone-names.gen';
import type { PickData } from '../model.ts';
import { App } from './app.tsx';
import { getElement } from './details.ts';
import { enhanceForm } from './form.ts';
import { saveZone } from './zone-cookie.ts';

/** The script of the booking page: hydrates the picker, and validates the form before it is sent. */

/** Browsers that still name zones as they were called decades ago. */
const renamed: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
};

const data = JSON.parse(getElement('data').textContent ?? '') as PickData;
const root = getElement('picker');
const detected = data.zoneIsGuess ? browserZone() : undefined;

if (detected !== undefined && detected !== data.zone) {
  // The server guessed another zone: the times are grouped again by this one before they become visible.
  saveZone(detected, false);
  guessCountry(detected);
  root.textContent = '';
  render(<App data={{ ...data, zone: detected, zoneIndex: zoneNames.indexOf(detected) }} />, root);
} else {
  hydrate(<App data={data} />, root);
}
document.documentElement.classList.remove('is-regrouping');
enhanceForm(getElement('form') as HTMLFormElement, data);

/** Phone numbers are probably those of the country that the browser is in. */
function guessCountry(zone: string): void {
  const index = zoneNames.indexOf(zone) * 2;
  const country = zoneCountries.slice(index, index + 2);
  for (const select of document.querySelectorAll<HTMLSelectElement>('select[data-guess]')) {
    if (select.querySelector(`[value="${country}"]`)) select.value = country;
  }
}

/** Only the name of the zone: its rules come from the server. */
function browserZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const name = renamed[timeZone] ?? timeZone;
  return zoneNames.includes(name) ? name : undefined;
}
