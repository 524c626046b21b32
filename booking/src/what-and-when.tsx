import { Icon } from './icons.tsx';
import { capitalize, clockText, dateText, durationText } from './locale.ts';
import type { BookingModel } from './model.ts';
import { zoneText } from './picker-state.ts';

type Facts = Pick<
  BookingModel,
  'site' | 'title' | 'startDay' | 'startClock' | 'endClock' | 'duration' | 'zone' | 'offset'
>;

/** The first lines about a booking or a request, in a list of facts. */
export function WhatAndWhen({ model }: { readonly model: Facts }) {
  const { words, locale } = model.site;
  const clock = (text: string): string => clockText(words.pick, locale, text);
  return (
    <>
      <div class="what">
        <dt class="hidden-text">{words.booking.confirmed}</dt>
        <dd>
          <strong>{model.title}</strong>
        </dd>
      </div>
      <div>
        <dt>
          <Icon name="calendar" />
          {words.booking.when}
        </dt>
        <dd>
          {capitalize(dateText(words.pick, model.startDay))}
          <br />
          {clock(model.startClock)} – {clock(model.endClock)}
          <span class="muted">
            {' '}
            ({durationText(words.pick, model.duration)})
            <br />
            {zoneText({ words: words.pick }, model.zone, model.offset)}
          </span>
        </dd>
      </div>
    </>
  );
}
