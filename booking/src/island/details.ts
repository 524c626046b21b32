import { buildChoiceUrl } from '../address.ts';
import { parseDay } from '../calendar.ts';
import { formatLocalClock, formatDate, formatDuration, interpolate } from '../locale.ts';
import type { Choice, PickData } from '../model.ts';
import { formatZone } from '../picker-state.ts';
import { formatOffset } from '../zones.ts';

/** Shows the picker or, once a time is chosen, the form with that time filled in. */
export function showStep(data: PickData, choice: Choice, offset: number | undefined): void {
  const isChosen = choice.date !== null && choice.time !== null;
  getElement('pick').hidden = isChosen;
  getElement('details').hidden = !isChosen;
  if (choice.date === null || choice.time === null) return;
  const { words, locale } = data;
  const time = formatLocalClock(words, locale, choice.time);
  getElement('when').textContent = `${formatDate(words, parseDay(choice.date))}, ${time}`;
  getElement('back').setAttribute('href', buildChoiceUrl(data, { ...choice, time: null }));
  getElement('send').textContent = interpolate(getElement('send').dataset['label'] ?? '', { time });
  setField('date', choice.date);
  setField('start', choice.time);
  setField('zone', choice.zone);
  if (offset === undefined) return;
  setField('offset', formatOffset(offset));
  getElement('when-zone').textContent =
    `${formatDuration(words, data.duration)}, ${formatZone(data, choice.zone, offset)}`;
}

/** Another time was chosen, so what was wrong with the submitted one no longer matters. */
export function clearRejection(): void {
  document.getElementById('notice')?.remove();
  getElement('send').hidden = false;
}

/** Links that load the page again, in another language or for another duration, keep what was chosen since. */
export function preserveChoiceInLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-sets]')) {
    const name = link.dataset['sets'] ?? '';
    const address = new URL(location.href);
    address.searchParams.set(name, new URL(link.href).searchParams.get(name) ?? '');
    link.href = address.href;
  }
}

export function getElement(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`This page has no ${id}.`);
  return found;
}

function setField(name: string, value: string): void {
  const input = document.querySelector<HTMLInputElement>(`#form [name=${name}]`);
  if (input) input.value = value;
}
