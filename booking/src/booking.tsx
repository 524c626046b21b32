import { buildEmbeddedUrl } from './address.ts';
import { getPlaceIcon, listPlaceLines } from './place.ts';
import { buildDocument } from './document.tsx';
import { Brand } from './faces.tsx';
import { Icon } from './icons.tsx';
import { formatDate, interpolate, pluralize } from './locale.ts';
import { CancelForm, Change } from './change-booking.tsx';
import type { BookingModel } from './model.ts';
import { Occurrences } from './series.tsx';
import { BookingSummary } from './booking-summary.tsx';

/** An invitee's own page: what they booked, and links to move or cancel it. */
export function buildBookingDocument(model: BookingModel): string {
  const { site, state, showsCancelForm } = model;
  const { words } = site;
  return buildDocument(
    site,
    {
      title: `${words.booking[state]} · ${model.title}`,
      color: model.color,
      logo: model.organization.logo,
      scheduled: model.scheduledDetail ?? undefined,
      // A frame belongs to another site, which hears of the booking by a message.
      refresh: state === 'booked' && site.frame === null ? (model.redirectUrl ?? undefined) : undefined,
    },
    <>
      <Brand organization={model.organization} />
      <Heading model={model} />
      {isUpcoming(model) && <FromOwner model={model} />}
      <dl class="summary">
        <Summary model={model} />
      </dl>
      {showsCancelForm && <CancelForm model={model} />}
      {!showsCancelForm && <Occurrences model={model} />}
      {!showsCancelForm && isUpcoming(model) && <AddToCalendar model={model} />}
      {!showsCancelForm && isUpcoming(model) && <Change model={model} />}
      {!isUpcoming(model) && model.links.bookAgain && (
        <p class="actions">
          <a class="button" href={buildEmbeddedUrl(site, model.links.bookAgain)}>
            {words.booking.bookAgain}
          </a>
        </p>
      )}
    </>,
  );
}

function isUpcoming({ state }: BookingModel): boolean {
  return state === 'booked' || state === 'moved' || state === 'confirmed';
}

function Heading({ model }: { model: BookingModel }) {
  const { site, state, cancelled } = model;
  const words = site.words.booking;
  const notes: Record<BookingModel['state'], string> = {
    booked: interpolate(words.sentTo, { email: model.email }),
    moved: interpolate(words.movedNote, { email: model.email }),
    confirmed: '',
    cancelled: cancelled
      ? interpolate(cancelled.byHost ? words.cancelledByHost : words.cancelledByYou, {
          date: formatDate(site.words.pick, cancelled.day),
          host: model.hosts.join(', '),
        })
      : '',
    over: words.overNote,
  };
  const isDone = state === 'booked' || state === 'moved';
  return (
    <header class={`outcome is-${state}`}>
      {isDone && (
        <span class="badge">
          <Icon name="check" />
        </span>
      )}
      {state === 'cancelled' && (
        <span class="badge">
          <Icon name="cross" />
        </span>
      )}
      <h1>{words[state]}</h1>
      {notes[state] !== '' && <p class="muted">{notes[state]}</p>}
      {cancelled?.reason && (
        <p class="muted">{interpolate(words.reasonGiven, { reason: cancelled.reason })}</p>
      )}
    </header>
  );
}

/** What the event type's owner wants invitees to read, and where they may go on. */
function FromOwner({ model: { site, confirmationText, redirectUrl } }: { model: BookingModel }) {
  return (
    <>
      {confirmationText && <p class="from-owner">{confirmationText}</p>}
      {redirectUrl && (
        <p class="actions">
          <a class="button" href={redirectUrl} target="_top" rel="noopener noreferrer">
            {interpolate(site.words.site.continueTo, { host: new URL(redirectUrl).host })}
          </a>
        </p>
      )}
    </>
  );
}

function Summary({ model }: { model: BookingModel }) {
  const { site, place } = model;
  const { words } = site;
  const seats = model.seats > 1 ? ` (${pluralize(words.pick, words.pick.seats, model.seats)})` : '';
  const invitee = `${model.fullName}${seats}`;
  const where = listPlaceLines(
    words,
    place,
    isUpcoming(model) ? { ...model, joinUrl: place.joinUrl } : undefined,
  );
  return (
    <>
      <BookingSummary model={model} />
      {where.length > 0 && (
        <div>
          <dt>
            <Icon name={getPlaceIcon(place)} />
            {words.booking.where}
          </dt>
          <dd>
            {where.map((line) => (
              <span key={line} class="line">
                {line}
              </span>
            ))}
            {place.joinUrl !== '' && isUpcoming(model) && (
              <a href={place.joinUrl} rel="noopener noreferrer">
                {words.booking.join}
              </a>
            )}
          </dd>
        </div>
      )}
      {model.price && (
        <div>
          <dt>
            <Icon name="tag" />
            {model.isPaid ? words.pay.paid : words.booking.price}
          </dt>
          <dd>
            {model.price}
            {model.refunded && (
              <span class="line muted">
                {words.pay.paidBack}: {model.refunded}
              </span>
            )}
          </dd>
        </div>
      )}
      <div>
        <dt>
          <Icon name="people" />
          {words.booking.who}
        </dt>
        <dd>
          {[...model.hosts, invitee].map((name) => (
            <span key={name} class="line">
              {name}
            </span>
          ))}
          {model.guests.length > 0 && (
            <span class="line muted">
              {words.booking.guests}: {model.guests.join(', ')}
            </span>
          )}
        </dd>
      </div>
    </>
  );
}

function AddToCalendar({ model: { site, links } }: { model: BookingModel }) {
  const words = site.words.booking;
  return (
    <section class="block" aria-labelledby="add-name">
      <h2 id="add-name">{words.addToCalendar}</h2>
      <ul class="row">
        <li>
          <a class="button is-quiet" href={links.google} rel="noopener noreferrer" target="_blank">
            {words.google}
          </a>
        </li>
        <li>
          <a class="button is-quiet" href={links.outlook} rel="noopener noreferrer" target="_blank">
            {words.outlook}
          </a>
        </li>
        <li>
          <a class="button is-quiet" href={links.ics}>
            {words.calendarFile}
          </a>
        </li>
      </ul>
    </section>
  );
}
