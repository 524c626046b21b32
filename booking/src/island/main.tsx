import { hydrate, render } from 'preact';
import { zoneNames } from '@daybook/contract/zone-names.gen';
import type { PickData } from '../model.ts';
import { App } from './app.tsx';
import { element } from './details.ts';
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

const data = JSON.parse(element('data').textContent ?? '') as PickData;
const root = element('picker');
const detected = data.zoneIsGuess ? browserZone() : undefined;

if (detected !== undefined && detected !== data.zone) {
  // The server guessed another zone: the times are grouped again by this one before they become visible.
  saveZone(detected, false);
  root.textContent = '';
  render(<App data={{ ...data, zone: detected, zoneIndex: zoneNames.indexOf(detected) }} />, root);
} else {
  hydrate(<App data={data} />, root);
}
document.documentElement.classList.remove('is-regrouping');
enhanceForm(element('form') as HTMLFormElement, data);

/** Only the name of the zone: its rules come from the server. */
function browserZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const name = renamed[timeZone] ?? timeZone;
  return zoneNames.includes(name) ? name : undefined;
}
