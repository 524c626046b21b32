import type { ComponentChildren } from 'preact';
import { PageInfoPanel } from './page-info.tsx';
import { Absences } from './absences.tsx';
import { buildChoiceUrl } from './address.ts';
import { Details } from './details.tsx';
import { buildDocument, extractText } from './document.tsx';
import { formatDuration, pluralize } from './locale.ts';
import type { PageModel, PickData, ZonesModel } from './model.ts';
import { Picker } from './picker.tsx';
import { findChosenTime, formatMissingTime, formatZone } from './picker-state.ts';
import { FullTimes, buildWaitlistQuery } from './waitlist.tsx';
import { groupByDate, getOffset, getSpans, unpackStarts, formatOffset } from './zones.ts';

/** A booking page. Both steps, the picker and the form, are in the document; the URL decides which is visible. */
export function buildPageDocument(model: PageModel): string {
  const { site, about, pick, form } = model;
  const spans = getSpans(pick.zones, pick.zoneIndex);
  const times = groupByDate(unpackStarts(pick.starts), spans);
  const time = findChosenTime(times, pick);
  const { isWaiting, waitingOffset } = model;
  const offset = isWaiting ? waitingOffset : time ? getOffset(spans, time.at) : null;
  const { date } = pick;
  const isChosen =
    date !== null && pick.time !== null && (time !== undefined || pick.isRejected || isWaiting);
  const missing = isChosen ? '' : formatMissingTime(pick, pick);
  const chosen = isChosen
    ? {
        date,
        time: pick.time ?? '',
        offset: offset === null ? '' : formatOffset(offset),
        zoneText: formatZone(pick, pick.zone, offset ?? getOffset(spans, pick.now)),
        durationText: formatDuration(site.words.pick, pick.duration),
        backAddress: buildChoiceUrl(pick, { ...pick, time: null }),
      }
    : null;
  const title = [about.title, about.owner.name].join(' · ');
  return buildDocument(
    site,
    {
      title,
      description: extractText(about.description) || `${about.title}, ${about.organization.name}`,
      color: about.color,
      logo: about.organization.logo,
      image: about.owner.avatar ?? about.organization.logo,
      canonical: about.indexable ? about.canonical : undefined,
      guess: pick.zoneIsGuess ? pick.zone : undefined,
      // A time that is full is none that the script knows.
      data: isWaiting ? undefined : pick,
      module: form.upload?.script,
      width: 'wide',
    },
    <>
      <PageInfoPanel site={site} about={about} duration={pick.duration} moving={model.moving} />
      <div class="work" data-upload={form.upload?.path}>
        <section id="pick" hidden={isChosen} aria-label={site.words.pick.heading}>
          {model.unknownChoice && (
            <p class="notice" role="alert">
              {site.words.form[model.unknownChoice]}
            </p>
          )}
          <Absences away={model.away} pick={pick} spans={spans} />
          <HostChoice model={model} />
          <PickerOptions model={model} />
          <div id="picker">
            <Picker
              data={pick}
              choice={pick}
              spans={spans}
              times={times}
              laterDate={pick.laterDate}
              notice={missing === '' ? undefined : { text: missing }}
            />
          </div>
          <FullTimes model={model} />
        </section>
        <Details
          site={site}
          pick={pick}
          form={form}
          errors={model.errors}
          notice={model.notice}
          chosen={chosen}
          action={buildChoiceUrl(
            pick,
            isChosen ? pick : {},
            isWaiting ? buildWaitlistQuery(waitingOffset) : {},
          )}
          isWaiting={isWaiting}
          initiallyHidden={!isChosen}
        />
      </div>
    </>,
  );
}

/** More are booked by a URL with `seats`. */
const maxSeatOptions = 10;

/** The choices on which the free times depend: duration and seats. */
function PickerOptions({ model: { site, about, pick } }: { model: PageModel }) {
  const { words } = site;
  const seats = Array.from(
    { length: Math.min(pick.group?.seats ?? 1, maxSeatOptions) },
    (_, index) => index + 1,
  );
  if (pick.mode === 'move') return null;
  return (
    <>
      {about.durations.length > 1 && (
        <nav class="picker-options" aria-label={words.form.howLong}>
          {about.durations.map((minutes) => (
            <OptionLink key={minutes} pick={pick} name="duration" value={minutes} chosen={pick.duration}>
              {formatDuration(words.pick, minutes)}
            </OptionLink>
          ))}
        </nav>
      )}
      {seats.length > 1 && (
        <nav class="picker-options" aria-labelledby="seats-name">
          <span id="seats-name">{words.form.howMany}</span>
          {seats.map((n) => (
            <OptionLink key={n} pick={pick} name="seats" value={n} chosen={pick.group?.requested}>
              {n}
              <span class="hidden-text">
                {pluralize(words.pick, words.pick.seats, n).replace(String(n), '')}
              </span>
            </OptionLink>
          ))}
        </nav>
      )}
    </>
  );
}

interface OptionLinkProps {
  readonly pick: PickData;
  readonly name: 'duration' | 'seats';
  readonly value: number;
  readonly chosen: number | undefined;
  readonly children: ComponentChildren;
}

function OptionLink({ pick, name, value, chosen, children }: OptionLinkProps) {
  return (
    <a
      href={buildChoiceUrl(pick, { ...pick, time: null }, { [name]: String(value) })}
      data-sets={name}
      aria-current={value === chosen ? 'true' : undefined}
      rel="nofollow"
    >
      {children}
    </a>
  );
}

/** The list of time zones, for visitors without JavaScript. */
export function buildZonesDocument({ site, about, zone, zones, carriedQuery }: ZonesModel): string {
  const { words } = site;
  return buildDocument(
    site,
    {
      title: `${words.site.zoneHeading} · ${about.title}`,
      color: about.color,
      logo: about.organization.logo,
    },
    <>
      <h1>{words.site.zoneHeading}</h1>
      <form method="get" action={site.path}>
        {Object.entries(carriedQuery).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="remember" value="1" />
        <div class="field">
          <label for="zone">{words.pick.zone}</label>
          <select id="zone" name="zone">
            {zones.map((name) => (
              <option key={name} value={name} selected={name === zone}>
                {name.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
        </div>
        <div class="actions">
          <button class="button">{words.site.useZone}</button>
        </div>
      </form>
    </>,
  );
}

/** Links, so that it works without script: another host has other times. */
function HostChoice({ model: { site, pick, hostChoice } }: { model: PageModel }) {
  if (hostChoice.length === 0) return null;
  const words = site.words.site;
  return (
    <nav aria-label={words.chooseHost}>
      <ul class="row">
        {hostChoice.map(({ name, search, isChosen }) => (
          <li key={search}>
            <a
              class={`button${isChosen ? '' : ' is-quiet'}`}
              href={`${pick.path}${search}`}
              aria-current={isChosen ? 'true' : undefined}
            >
              {name ?? words.anyHost}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
