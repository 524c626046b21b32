import { parseDay } from './calendar.ts';
import { FieldBox, Honeypot, getFieldValue } from './field.tsx';
import { listFields } from './fields.ts';
import { Icon } from './icons.tsx';
import { formatLocalClock, formatDate, interpolate } from './locale.ts';
import type { Notice, PageModel } from './model.ts';
import { Repeat, TakenTimes } from './series.tsx';

/** The chosen time, in words and as fields of the form. */
interface ChosenTime {
  readonly date: string;
  readonly time: string;
  readonly offset: string;
  readonly zoneText: string;
  readonly durationText: string;
  readonly backAddress: string;
}

type Props = Pick<PageModel, 'site' | 'pick' | 'form' | 'errors' | 'notice'> & {
  readonly chosen: ChosenTime | null;
  readonly action: string;
  readonly initiallyHidden: boolean;
  /** The time is full: the form joins its waitlist. */
  readonly isWaiting: boolean;
};

/** The form with the invitee's details. Plain HTML: the script only fills in the chosen time. */
export function Details(props: Props) {
  const { site, pick, form, errors, notice, chosen, action, initiallyHidden, isWaiting } = props;
  const { words, locale } = site;
  const when = chosen
    ? `${formatDate(words.pick, parseDay(chosen.date))}, ${formatLocalClock(words.pick, locale, chosen.time)}`
    : '';
  const label = isWaiting ? words.waitlist.join : pick.mode === 'book' ? words.pick.book : words.pick.move;
  const instead = pick.mode === 'book' ? words.form.instead : words.pick.move;
  // A button for a time that can't be booked would only fail again.
  const canSend = !notice || !['taken', 'notOffered', 'sameTime'].includes(notice.kind);
  const location = String(form.values['location'] ?? form.places[0]?.id ?? '');
  return (
    <section class="details" id="details" hidden={initiallyHidden} aria-labelledby="details-name">
      <a class="back" id="back" href={chosen?.backAddress ?? action}>
        <Icon name="back" />
        {words.form.back}
      </a>
      <h2 id="details-name" tabindex={-1}>
        <span class="hidden-text">
          {pick.mode === 'book' ? words.form.heading : words.form.moveHeading}:{' '}
        </span>
        <span id="when">{when}</span>
      </h2>
      <p class="muted" id="when-zone">
        {chosen ? `${chosen.durationText}, ${chosen.zoneText}` : ''}
      </p>
      <form method="post" action={action} id="form">
        {notice && (
          <NoticeBox
            notice={notice}
            site={site}
            date={chosen?.date ?? ''}
            instead={instead}
            email={getFieldValue(form, 'email')}
          />
        )}
        <input type="hidden" name="date" value={chosen?.date ?? ''} />
        <input type="hidden" name="start" value={chosen?.time ?? ''} />
        <input type="hidden" name="offset" value={chosen?.offset ?? ''} />
        <input type="hidden" name="zone" value={pick.zone} />
        <input type="hidden" name="duration" value={String(pick.duration)} />
        <input type="hidden" name="token" value={form.token} />
        {form.confirmation && <input type="hidden" name="confirmation" value={form.confirmation} />}
        {isWaiting ? (
          <>
            <input type="hidden" name="waitlist" value="1" />
            <p class="notice">{words.waitlist.isFull}</p>
          </>
        ) : (
          <Repeat form={form} site={site} error={errors['count']} />
        )}
        {form.places.length === 1 && <input type="hidden" name="location" value={location} />}
        {listFields(form, location).map((field) =>
          field.kind === 'guests' ? (
            <details
              key={field.name}
              class="guests"
              open={getFieldValue(form, 'guests') !== '' || errors['guests'] !== undefined}
            >
              <summary>{words.form.addGuests}</summary>
              <FieldBox field={field} form={form} words={words} error={errors[field.name]} />
            </details>
          ) : (
            <FieldBox key={field.name} field={field} form={form} words={words} error={errors[field.name]} />
          ),
        )}
        <Honeypot words={words} />
        <p class="notice" role="alert" id="offline" hidden />
        <div class="actions">
          <button
            class="button"
            id="send"
            data-label={label}
            data-sending={pick.mode === 'book' ? words.pick.sendingBooking : words.pick.sendingMove}
            hidden={!canSend}
          >
            {interpolate(label, { time: chosen ? formatLocalClock(words.pick, locale, chosen.time) : '' })}
          </button>
          {pick.mode === 'book' && (
            <p class="muted small">{interpolate(words.form.shared, { host: form.host })}</p>
          )}
        </div>
      </form>
    </section>
  );
}

interface NoticeProps {
  readonly notice: Notice;
  readonly site: PageModel['site'];
  readonly date: string;
  /** The label of a button for another time. */
  readonly instead: string;
  readonly email: string;
}

function NoticeBox({ notice, site, date, instead, email }: NoticeProps) {
  const { words, locale } = site;
  const texts = {
    taken: words.form.taken,
    notOffered: words.form.notOffered,
    sameTime: words.form.sameTime,
    checkFields: words.form.checkFields,
    sendAgain: words.form.sendAgain,
    confirmAddress: interpolate(words.form.codeSent, { email }),
    codeGone: words.form.codeGone,
    someTaken: words.series.someTaken,
  };
  const hasAlternatives = notice.alternatives.length > 0;
  return (
    <div
      class="notice"
      role="alert"
      id="notice"
      tabindex={-1}
      autofocus={!['checkFields', 'confirmAddress'].includes(notice.kind)}
    >
      <p>
        <strong>{texts[notice.kind]}</strong>
        {notice.kind === 'taken' && ` ${hasAlternatives ? words.form.takenOthers : words.form.takenNone}`}
      </p>
      {notice.kind === 'someTaken' && <TakenTimes notice={notice} site={site} />}
      {hasAlternatives && (
        <p class="alternatives">
          {notice.alternatives.map((slot) => {
            const time = formatLocalClock(words.pick, locale, slot.clock);
            const text =
              slot.date === date
                ? time
                : `${formatDate(words.pick, parseDay(slot.date), 'dayMonth')}, ${time}`;
            return (
              <button
                key={slot.date + slot.clock}
                class="button is-quiet"
                name="slot"
                value={`${slot.date} ${slot.clock}`}
              >
                {interpolate(instead, { time: text })}
              </button>
            );
          })}
        </p>
      )}
    </div>
  );
}
