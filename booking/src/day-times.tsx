import { buildChoiceUrl } from './address.ts';
import { addMonths, toIsoDate, parseDay, getLastDay, getMonth } from './calendar.ts';
import { PickerIcon } from './picker-icon.tsx';
import { capitalize, formatLocalClock, formatDate, interpolate, formatMonth, pluralize } from './locale.ts';
import type { PickData } from './model.ts';
import { findNextDate, getVisibleDate } from './month-times.ts';
import type { PickerProps } from './picker-state.ts';

export function DayTimes(props: PickerProps) {
  const { data, choice, times, state, interaction } = props;
  const { words, locale, group } = data;
  const date = getVisibleDate(choice, times);
  const list = date ? (times[date] ?? []) : [];
  if (state === 'failed') {
    return (
      <div class="day-times">
        <p role="alert">{words.notLoaded}</p>
        <button type="button" class="button is-quiet" onClick={interaction?.onRetry}>
          {words.tryAgain}
        </button>
      </div>
    );
  }
  if (state === 'loading' || state === 'slow') {
    return (
      <div class="day-times">
        <p class={state === 'slow' ? 'muted' : 'muted is-waiting'}>{words.loading}</p>
      </div>
    );
  }
  return (
    <div class="day-times">
      {date ? (
        <h3 id="day-name">{capitalize(formatDate(words, parseDay(date), 'dayMonth'))}</h3>
      ) : (
        <p class="muted">{interpolate(words.noTimesInMonth, { month: formatMonth(words, choice.month) })}</p>
      )}
      {date && list.length === 0 && <p class="muted">{capitalize(words.noTimes)}</p>}
      {date && list.length > 0 && (
        <ul class="times" aria-labelledby="day-name">
          {list.map((time) => (
            <li key={time.at}>
              <a
                class="time"
                href={buildChoiceUrl(data, {
                  zone: choice.zone,
                  month: choice.month,
                  date,
                  time: time.clock,
                })}
                rel="nofollow"
                onClick={interaction?.onTime(date, time)}
              >
                {formatLocalClock(words, locale, time.clock)}
                {group && <small> {pluralize(words, words.seatsLeft, seatsLeft(group, time.at))}</small>}
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
  return left.find(([at]) => at === start)?.[1] ?? seats;
}

/** To the next day with times: one that is loaded, else the month of the date that the server named. */
function NextDay({
  data,
  choice,
  times,
  laterDate,
  interaction,
  after,
}: PickerProps & { after: string | null }) {
  const from = after ?? toIsoDate(getLastDay(choice.month));
  const loaded = findNextDate(from, times);
  const next = loaded ?? laterDate;
  const month = next ? getMonth(next) : addMonths(choice.month, 1);
  if (!next && (after === null || month > getMonth(data.lastDate))) return null;
  const address = buildChoiceUrl(data, { zone: choice.zone, month, date: loaded ?? null });
  return (
    <a
      class="next-day"
      href={address}
      rel="nofollow"
      onClick={loaded ? interaction?.onDay(loaded) : interaction?.onMonth(month)}
    >
      {data.words.nextDay}
      <PickerIcon name="forward" />
    </a>
  );
}
