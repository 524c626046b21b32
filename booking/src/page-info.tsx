import type { ComponentChildren } from 'preact';
import { buildEmbeddedUrl } from './address.ts';
import { Icon, type IconName } from './icons.tsx';
import {
  capitalize,
  formatLocalClock,
  formatDate,
  formatDuration,
  interpolate,
  pluralize,
} from './locale.ts';
import { Faces, Logo } from './faces.tsx';
import type { PageInfo, RescheduledEvent, Site } from './model.ts';
import { formatZone } from './picker-state.ts';
import { getPlaceIcon, formatPlace } from './place.ts';

interface AboutProps {
  readonly site: Site;
  readonly about: PageInfo;
  readonly duration: number;
  readonly moving: RescheduledEvent | null;
}

/** What is booked: with whom, how long and where. */
export function PageInfoPanel({ site, about, duration, moving }: AboutProps) {
  const { words } = site;
  return (
    <header class="about">
      <Logo organization={about.organization} />
      <p class="owner">
        <Faces
          people={about.owner.avatar !== null || about.hosts.length === 0 ? [about.owner] : about.hosts}
        />
        <span>
          {about.ownerPath === null ? (
            about.owner.name
          ) : (
            <a href={buildEmbeddedUrl(site, about.ownerPath)}>{about.owner.name}</a>
          )}
          {about.organization.name !== about.owner.name && <small>{about.organization.name}</small>}
        </span>
      </p>
      <h1>{about.title}</h1>
      {moving && <MovedEvent site={site} moving={moving} />}
      <ul class="facts">
        <Fact icon="clock">{formatDuration(words.pick, duration)}</Fact>
        {about.places.map((place) => (
          <Fact key={place.id} icon={getPlaceIcon(place)}>
            {formatPlace(words, place)}
            {place.phone && <small>{interpolate(words.form.youCall, { phone: place.phone })}</small>}
          </Fact>
        ))}
        {about.seats > 1 && <Fact icon="people">{pluralize(words.pick, words.site.seats, about.seats)}</Fact>}
        {about.price && <Fact icon="tag">{about.price}</Fact>}
        {about.confirmedBy && (
          <Fact icon="check">{interpolate(words.request.notice, { host: about.confirmedBy })}</Fact>
        )}
      </ul>
      {about.description !== '' && (
        <div class="prose" dangerouslySetInnerHTML={{ __html: about.description }} />
      )}
    </header>
  );
}

/** The event as it stands, with the way back. */
function MovedEvent({ site, moving }: { site: Site; moving: RescheduledEvent }) {
  const { words, locale } = site;
  const [start, end] = [moving.startClock, moving.endClock].map((clock) =>
    formatLocalClock(words.pick, locale, clock),
  );
  return (
    <section class="moved-event" aria-labelledby="now-name">
      <h2 id="now-name">{words.booking.now}</h2>
      <ul class="facts">
        <li>
          <Icon name="calendar" />
          <span>
            {capitalize(formatDate(words.pick, moving.startDay))}
            <br />
            {start} – {end}
            <br />
            {formatZone({ words: words.pick }, moving.zone, moving.offset)}
          </span>
        </li>
        {moving.place.length > 0 && (
          <li>
            <Icon name={getPlaceIcon({ type: moving.placeType })} />
            <span>
              {moving.place.map((line) => (
                <span key={line} class="line">
                  {line}
                </span>
              ))}
            </span>
          </li>
        )}
      </ul>
      <a class="button is-quiet" href={moving.self}>
        {words.booking.keepTime}
      </a>
    </section>
  );
}

function Fact({ icon, children }: { icon: IconName; children: ComponentChildren }) {
  return (
    <li>
      <Icon name={icon} />
      <span>{children}</span>
    </li>
  );
}
