import { FieldBox, Trap, valueOf } from './field.tsx';
import { fieldsOf } from './fields.ts';
import { Icon } from './icons.tsx';
import { clockText, dateText, fill } from './locale.ts';
import type { Notice, PageModel } from './model.ts';
import { dayOf } from './calendar.ts';

/** What an invitee tells of themselves. Plain HTML: the browser's script only fills in which time was chosen. */

interface Chosen {
  readonly date: string;
  readonly time: string;
  readonly offset: string;
  readonly zoneText: string;
  readonly durationText: string;
  readonly backAddress: string;
}

type Props = Pick<PageModel, 'site' | 'pick' | 'form' | 'errors' | 'notice'> & {
  readonly chosen: Chosen | null;
  readonly action: string;
  readonly initiallyHidden: boolean;
};

export function Details({ site, pick, form, errors, notice, chosen, action, initiallyHidden }: Props) {
  const { words, locale } = site;
  const when = chosen
    ? `${dateText(words.pick, dayOf(chosen.date))}, ${clockText(words.pick, locale, chosen.time)}`
    : '';
  const label = pick.mode === 'book' ? words.pick.book : words.pick.move;
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
        {notice && <NoticeBox notice={notice} site={site} date={chosen?.date ?? ''} />}
        <input type="hidden" name="date" value={chosen?.date ?? ''} />
        <input type="hidden" name="start" value={chosen?.time ?? ''} />
        <input type="hidden" name="offset" value={chosen?.offset ?? ''} />
        <input type="hidden" name="zone" value={pick.zone} />
        <input type="hidden" name="duration" value={String(pick.duration)} />
        <input type="hidden" name="token" value={form.token} />
        {form.places.length === 1 && <input type="hidden" name="location" value={location} />}
        {fieldsOf(form, location).map((field) =>
          field.kind === 'guests' ? (
            <details
              key={field.name}
              class="guests"
              open={valueOf(form, 'guests') !== '' || errors['guests'] !== undefined}
            >
              <summary>{words.form.addGuests}</summary>
              <FieldBox field={field} form={form} words={words} error={errors[field.name]} />
            </details>
          ) : (
            <FieldBox key={field.name} field={field} form={form} words={words} error={errors[field.name]} />
          ),
        )}
        <Trap words={words} />
        <div class="actions">
          <button class="button" id="send" data-label={label}>
            {fill(label, { time: chosen ? clockText(words.pick, locale, chosen.time) : '' })}
          </button>
          {pick.mode === 'book' && <p class="muted small">{fill(words.form.shared, { host: form.host })}</p>}
        </div>
      </form>
    </section>
  );
}

function NoticeBox({ notice, site, date }: { notice: Notice; site: PageModel['site']; date: string }) {
  const { words, locale } = site;
  const said = {
    taken: words.form.taken,
    notOffered: words.form.notOffered,
    checkFields: words.form.checkFields,
    tooMany: words.form.tooMany,
  };
  const others = notice.neighbours.length > 0;
  return (
    <div class="notice" role="alert" id="notice" tabindex={-1} autofocus={notice.kind !== 'checkFields'}>
      <p>
        <strong>{said[notice.kind]}</strong>
        {notice.kind === 'taken' && ` ${others ? words.form.takenOthers : words.form.takenNone}`}
      </p>
      {others && (
        <p class="neighbours">
          {notice.neighbours.map((near) => {
            const time = clockText(words.pick, locale, near.clock);
            const text =
              near.date === date ? time : `${dateText(words.pick, dayOf(near.date), 'dayMonth')}, ${time}`;
            return (
              <button
                key={near.date + near.clock}
                class="button is-quiet"
                name="slot"
                value={`${near.date} ${near.clock}`}
              >
                {fill(words.form.instead, { time: text })}
              </button>
            );
          })}
        </p>
      )}
    </div>
  );
}
