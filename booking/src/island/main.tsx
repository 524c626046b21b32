import { hydrate, render } from 'preact';
import { zoneNames } from '@daybook/contract/zone-names.gen';
import type { PickData } from '../model.ts';
import { App } from './app.tsx';
import { element } from './details.ts';
import { enhanceForm } from './form.ts';
import { rememberZone } from './remember.ts';

/** The one script of the public pages: the picker comes alive, and the form says early what is missing. */

const data = JSON.parse(element('data').textContent ?? '') as PickData;
const root = element('picker');
const seen = data.zoneIsGuess ? browserZone() : undefined;

if (seen !== undefined && seen !== data.zone) {
  // The server guessed another zone: its times are sorted anew before anyone sees them.
  rememberZone(seen, false);
  root.textContent = '';
  render(<App data={{ ...data, zone: seen, zoneIndex: zoneNames.indexOf(seen) }} />, root);
} else {
  hydrate(<App data={data} />, root);
}
document.documentElement.classList.remove('is-sorting');
enhanceForm(element('form') as HTMLFormElement, data);

/** Its name only: the rules that go with it are the server's. */
function browserZone(): string | undefined {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zoneNames.includes(name) ? name : undefined;
}
