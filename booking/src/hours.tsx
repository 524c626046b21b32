import { addressOf } from './address.ts';
import { addMonths, dateOf, dayOf, lastDay, monthOf } from './calendar.ts';
import { Icon } from './icons.tsx';
import { capital, clockText, dateText, fill, monthText, plural } from './locale.ts';
import type { PickData } from './model.ts';
import { shownDate, type Props } from './shown.ts';

export function Hours(props: Props) {
  const { data, choice, times, state, live } = props;
  const { words, locale, group } = data;
  const date = shownDate(props);
  const list = date ? (times[date] ?? []) : [];
  if (state === 'failed') {
    return (
      <div class="hours">
        <p role="alert">{words.notLoaded}</p>
        <button type="button" class="button is-quiet" onClick={live?.onRetry}>
          {words.tryAgain}
        </button>
      </div>
    );
  }
  if (state === 'loading' || state === 'slow') {
    return (
      <div class="hours">
        <p class={state === 'slow' ? 'muted' : 'muted is-waiting'}>{words.loading}</p>
      </div>
    );
  }
  return (
    <div class="hours">
      {date ? (
        <h3 id="day-name">{capital(dateText(words, dayOf(date), 'dayMonth'))}</h3>
      ) : (
        <p class="muted">{fill(words.noTimesInMonth, { month: monthText(words, choice.month) })}</p>
      )}
      {date && list.length === 0 && <p class="muted">{capital(words.noTimes)}</p>}
      {date && list.length > 0 && (
        <ul class="times" aria-labelledby="day-name">
          {list.map((time) => (
            <li key={time.at}>
              <a
                class="time"
                href={addressOf(data, { zone: choice.zone, month: choice.month, date, time: time.clock })}
                rel="nofollow"
                onClick={live?.onTime(date, time)}
              >
                {clockText(words, locale, time.clock)}
                {group && <small> {plural(words, words.seatsLeft, seatsLeft(group, time.at))}</small>}
              </a>
            </li>
          ))}
        </ul>
      )}
      <NextDay {...props} after={date} />
    </div>
  );
}

function seatsLeft({ seats, left }: NonNullable<PickData['group']>, start: number): number {
  return left.find(([begun]) => begun === start)?.[1] ?? seats;
}

/** Crosses months: to a day that is known already, else to where the server says that one is. */
function NextDay({ data, choice, times, laterDate, live, after }: Props & { after: string | null }) {
  const from = after ?? dateOf(lastDay(choice.month));
  const known = Object.keys(times)
    .filter((date) => date > from && (times[date]?.length ?? 0) > 0)
    .toSorted()[0];
  const next = known ?? laterDate;
  const month = next ? monthOf(next) : addMonths(choice.month, 1);
  if (!next && (after === null || month > monthOf(data.lastDate))) return null;
  const address = addressOf(data, { zone: choice.zone, month, date: known ?? null });
  return (
    <a
      class="next-day"
      href={address}
      rel="nofollow"
      onClick={known ? live?.onDay(known) : live?.onMonth(month)}
    >
      {data.words.nextDay}
      <Icon name="on" />
    </a>
  );
}
