import { buildChoiceUrl } from './address.ts';
import { toIsoDate } from './calendar.ts';
import { buildDocument } from './document.tsx';
import { EventLink } from './event-link.tsx';
import { Brand } from './faces.tsx';
import { Icon } from './icons.tsx';
import { capitalize, formatLocalClock, formatDate, interpolate } from './locale.ts';
import type { PageModel } from './model.ts';
import { formatZone } from './picker-state.ts';
import type { WaitlistModel } from './waitlist-model.ts';
import { BookingSummary } from './booking-summary.tsx';
import { formatOffset, formatUtcOffset } from './zones.ts';

/** Times that are full, each with a link to a form that joins its waitlist. Works without script. */
export function FullTimes({ model: { site, pick, fullTimes } }: { readonly model: PageModel }) {
  const { words, locale } = site;
  const [first] = fullTimes;
  if (!first) return null;
  return (
    <section class="block" aria-labelledby="full-name">
      <h2 id="full-name">{words.waitlist.full}</h2>
      <p class="muted">{formatZone({ words: words.pick }, pick.zone, first.offset)}</p>
      <ul>
        {fullTimes.map(({ day, clock, offset }) => (
          <li key={`${day} ${clock} ${offset}`}>
            <a
              href={buildChoiceUrl(
                { ...pick, zoneIsGuess: false },
                { zone: pick.zone, date: toIsoDate(day), time: clock },
                buildWaitlistQuery(offset),
              )}
              rel="nofollow"
            >
              {capitalize(formatDate(words.pick, day))}, {formatLocalClock(words.pick, locale, clock)}
              {offset !== first.offset && ` (${formatUtcOffset(offset)})`}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a URL says of a time that is full, beside its date and clock. */
export function buildWaitlistQuery(offset: number | null): Record<string, string> {
  return { waitlist: '1', ...(offset !== null && { offset: formatOffset(offset) }) };
}

/** A class of pages that say what became of something. */
const looks = { waiting: 'open', booked: 'booked', ended: 'cancelled' } as const;

/** The place of somebody who waits. Opening it changes nothing. */
export function buildWaitlistDocument(model: WaitlistModel): string {
  const { site, status } = model;
  const words = site.words.waitlist;
  return buildDocument(
    site,
    { title: `${words[status]} · ${model.title}`, color: model.color, logo: model.organization.logo },
    <>
      <Brand organization={model.organization} />
      <header class={`outcome is-${looks[status]}`}>
        {status !== 'waiting' && (
          <span class="badge">
            <Icon name={status === 'booked' ? 'check' : 'cross'} />
          </span>
        )}
        <h1>{words[status]}</h1>
        <p class="muted">{interpolate(words[`${status}Note`], { n: String(model.position) })}</p>
      </header>
      <dl class="summary">
        <BookingSummary model={model} />
      </dl>
      {status === 'waiting' && site.frame === null && (
        <form class="block" method="post" action={site.path}>
          <button class="button is-quiet is-danger">{words.leave}</button>
        </form>
      )}
      <EventLink model={model} />
    </>,
  );
}
