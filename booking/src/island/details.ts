import { addressOf } from '../address.ts';
import { dayOf } from '../calendar.ts';
import { clockText, dateText, durationText, fill } from '../locale.ts';
import type { Choice, PickData } from '../model.ts';
import { zoneText } from '../shown.ts';
import { wireOffset } from '../zones.ts';

/** Shows the picker or the details, whichever the choice has come to, and tells the form which time was chosen. */
export function showStage(data: PickData, choice: Choice, offset: number | undefined): void {
  const isChosen = choice.date !== null && choice.time !== null;
  element('pick').hidden = isChosen;
  element('details').hidden = !isChosen;
  if (choice.date === null || choice.time === null) return;
  const { words, locale } = data;
  const time = clockText(words, locale, choice.time);
  element('when').textContent = `${dateText(words, dayOf(choice.date))}, ${time}`;
  element('back').setAttribute('href', addressOf(data, { ...choice, time: null }));
  element('send').textContent = fill(element('send').dataset['label'] ?? '', { time });
  put('date', choice.date);
  put('start', choice.time);
  put('zone', choice.zone);
  if (offset === undefined) return;
  put('offset', wireOffset(offset));
  element('when-zone').textContent =
    `${durationText(words, data.duration)}, ${zoneText(data, choice.zone, offset)}`;
}

export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`This page has no ${id}.`);
  return found;
}

function put(name: string, value: string): void {
  const input = document.querySelector<HTMLInputElement>(`#form [name=${name}]`);
  if (input) input.value = value;
}
