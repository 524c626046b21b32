import { parseDay } from './calendar.ts';
import { getFieldValue } from './field.tsx';
import type { FieldError, FormModel } from './fields.ts';
import { capitalize, formatLocalClock, formatDate } from './locale.ts';
import type { BookingModel, Notice, Site } from './model.ts';

/** Whether a booking is repeated, and how often. Plain HTML; how often is hidden by style while it is booked once. */
export function Repeat({
  form,
  site: { words },
  error,
}: {
  readonly form: FormModel;
  readonly site: Site;
  readonly error: FieldError | undefined;
}) {
  if (!form.recurrence) return null;
  const { frequencies, maximumOccurrences } = form.recurrence;
  const chosen = getFieldValue(form, 'frequency');
  return (
    <div class="repeat">
      <div class="field">
        <label for="frequency">{words.series.repeat}</label>
        <select id="frequency" name="frequency">
          <option value="">{words.series.once}</option>
          {frequencies.map((frequency) => (
            <option key={frequency} value={frequency} selected={frequency === chosen}>
              {words.series[frequency]}
            </option>
          ))}
        </select>
      </div>
      <div class="field repeat-count">
        <label for="count">{words.series.count}</label>
        <input
          id="count"
          name="count"
          type="number"
          min={2}
          max={maximumOccurrences}
          defaultValue={getFieldValue(form, 'count') || String(Math.min(4, maximumOccurrences))}
          aria-describedby="count-error"
          aria-invalid={error ? 'true' : undefined}
        />
        <p class="error" id="count-error">
          {error ? words.form[error] : ''}
        </p>
      </div>
    </div>
  );
}

/** The times of a series that can't be booked, and a button for the others. */
export function TakenTimes({ notice, site }: { readonly notice: Notice; readonly site: Site }) {
  const { words, locale } = site;
  return (
    <>
      <ul>
        {(notice.unavailable ?? []).map(({ date, clock }) => (
          <li key={date}>
            {capitalize(formatDate(words.pick, parseDay(date)))},{' '}
            {formatLocalClock(words.pick, locale, clock)}
          </li>
        ))}
      </ul>
      <p class="alternatives">
        <button class="button is-quiet" name="skipTaken" value="1">
          {words.series.bookOthers}
        </button>
      </p>
    </>
  );
}

/** All bookings of the series, each with a link to its own page. */
export function Occurrences({ model: { site, occurrences } }: { readonly model: BookingModel }) {
  const { words, locale } = site;
  if (occurrences.length === 0) return null;
  const target = site.frame === null ? undefined : '_blank';
  return (
    <section class="block" aria-labelledby="series-name">
      <h2 id="series-name">{words.series.all}</h2>
      <ol>
        {occurrences.map(({ day, clock, href, isThis, isCancelled }) => {
          const text = `${capitalize(formatDate(words.pick, day))}, ${formatLocalClock(words.pick, locale, clock)}`;
          return (
            <li key={href}>
              {isThis ? (
                <strong aria-current="true">{text}</strong>
              ) : (
                <a href={href} target={target}>
                  {text}
                </a>
              )}
              {isCancelled && ` (${words.series.cancelled})`}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Whether one booking is cancelled, or all that are left. */
export function CancelChoice({ model: { site, canCancelOthers } }: { readonly model: BookingModel }) {
  const words = site.words.series;
  if (!canCancelOthers) return null;
  return (
    <fieldset class="field">
      <legend>{words.whatToCancel}</legend>
      <label class="option">
        <input type="radio" name="series" value="" defaultChecked />
        <span>{words.onlyThis}</span>
      </label>
      <label class="option">
        <input type="radio" name="series" value="1" />
        <span>{words.allLeft}</span>
      </label>
    </fieldset>
  );
}
