import type { ComponentChildren } from 'preact';
import { Icon } from './icons.tsx';
import { capitalize, formatLocalClock, formatDate, formatDuration } from './locale.ts';
import type { BookingModel } from './model.ts';
import { formatZone } from './picker-state.ts';

type Facts = Pick<
  BookingModel,
  'site' | 'title' | 'startDay' | 'startClock' | 'endClock' | 'duration' | 'zone' | 'offset'
>;

/** The first lines about a booking or a request, in a list of facts. */
export function BookingSummary({ model }: { readonly model: Facts }) {
  const { words, locale } = model.site;
  const clock = (text: string): string => formatLocalClock(words.pick, locale, text);
  return (
    <SummaryFacts site={model.site} title={model.title} day={model.startDay}>
      {clock(model.startClock)} – {clock(model.endClock)}
      <span class="muted">
        {' '}
        ({formatDuration(words.pick, model.duration)})
        <br />
        {formatZone({ words: words.pick }, model.zone, model.offset)}
      </span>
    </SummaryFacts>
  );
}

interface SummaryFactsProps extends Pick<Facts, 'site' | 'title'> {
  /** Undefined where no time is chosen. */
  readonly day: Facts['startDay'] | undefined;
  /** The time, under the date. */
  readonly children: ComponentChildren;
}

/** What is booked, and when. */
export function SummaryFacts({ site: { words }, title, day, children }: SummaryFactsProps) {
  return (
    <>
      <div class="what">
        <dt class="hidden-text">{words.booking.confirmed}</dt>
        <dd>
          <strong>{title}</strong>
        </dd>
      </div>
      {day !== undefined && (
        <div>
          <dt>
            <Icon name="calendar" />
            {words.booking.when}
          </dt>
          <dd>
            {capitalize(formatDate(words.pick, day))}
            <br />
            {children}
          </dd>
        </div>
      )}
    </>
  );
}
