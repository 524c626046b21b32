import { addressOf } from './address.ts';
import { addMonths, dateOf, dayOf, monthOf, weeksOf } from './calendar.ts';
import { Hours } from './hours.tsx';
import { Icon } from './icons.tsx';
import { capital, dateText, monthText, plural } from './locale.ts';
import { offsetShown, shownDate, todayIn, zoneText, type Props } from './shown.ts';

export function Picker(props: Props) {
  const { data, live } = props;
  return (
    <div class="picker">
      <h2 class="hidden-text">{data.words.heading}</h2>
      <Month {...props} />
      <Hours {...props} />
      <div class="zone">{live ? live.zone : <ZoneLine {...props} />}</div>
      <p class="hidden-text" role="status">
        {live?.said ?? ''}
      </p>
    </div>
  );
}

function ZoneLine(props: Props) {
  const { data, choice } = props;
  const address = addressOf(data, { ...choice, time: null }, { zones: '1' });
  return (
    <p class="zone-line">
      <Icon name="globe" />
      <span>{zoneText(data, choice.zone, offsetShown(props))}</span>
      <a
        class="quiet-link"
        href={address}
        aria-label={`${data.words.changeZone}: ${data.words.zone}`}
        rel="nofollow"
      >
        {data.words.changeZone}
      </a>
    </p>
  );
}

function Month(props: Props) {
  const { data, choice, times, spans, state, live } = props;
  const { words, locale } = data;
  const shown = shownDate(props);
  const today = todayIn(data.now, spans);
  return (
    <div class="month" aria-busy={state === 'loading' || state === 'slow' ? 'true' : undefined}>
      <div class="month-head">
        <h3 id="month-name">{monthText(words, choice.month)}</h3>
        <Turn {...props} by={-1} today={today} />
        <Turn {...props} by={1} today={today} />
      </div>
      <table
        class={state === 'slow' ? 'days is-slow' : 'days'}
        role={live ? 'grid' : undefined}
        aria-labelledby="month-name"
        onKeyDown={live?.onKey}
      >
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, index) => (index + locale.weekStartsOn) % 7).map((weekday) => (
              <th key={weekday} scope="col" abbr={words.weekdays[weekday]}>
                {words.weekdaysShort[weekday]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(choice.month, locale.weekStartsOn).map((week, row) => (
            <tr key={row}>
              {week.map((day, column) =>
                day === null ? (
                  <td key={column} />
                ) : (
                  <Day
                    key={column}
                    {...props}
                    date={dateOf(day)}
                    count={times[dateOf(day)]?.length ?? 0}
                    isShown={dateOf(day) === shown}
                    isToday={dateOf(day) === today}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Turn({ data, choice, live, by, today }: Props & { by: 1 | -1; today: string }) {
  const month = addMonths(choice.month, by);
  const label = by === 1 ? data.words.nextMonth : data.words.previousMonth;
  const isOpen = by === 1 ? month <= monthOf(data.lastDate) : month >= monthOf(today);
  const icon = <Icon name={by === 1 ? 'on' : 'back'} />;
  if (!isOpen) {
    return (
      <span class="turn is-off" role="link" aria-disabled="true" aria-label={label}>
        {icon}
      </span>
    );
  }
  const address = addressOf(data, { zone: choice.zone, month });
  return (
    <a class="turn" href={address} aria-label={label} rel="nofollow" onClick={live?.onMonth(month)}>
      {icon}
    </a>
  );
}

interface DayProps extends Props {
  readonly date: string;
  readonly count: number;
  readonly isShown: boolean;
  readonly isToday: boolean;
}

function Day({ data, choice, live, date, count, isShown, isToday }: DayProps) {
  const { words } = data;
  const number = Number(date.slice(8));
  const label = `${capital(dateText(words, dayOf(date)))}, ${count > 0 ? plural(words, words.times, count) : words.noTimes}`;
  const look = `day${isToday ? ' is-today' : ''}`;
  const focus = live ? { tabindex: live.focusDate === date ? 0 : -1, 'data-date': date } : {};
  if (count === 0) {
    const name = live ? ({ role: 'link', 'aria-disabled': 'true', 'aria-label': label } as const) : {};
    return (
      <td>
        <span class={`${look} is-off`} {...focus} {...name}>
          {number}
        </span>
      </td>
    );
  }
  return (
    <td aria-selected={live ? (isShown ? 'true' : 'false') : undefined}>
      <a
        class={`${look} is-open`}
        href={addressOf(data, { zone: choice.zone, month: choice.month, date })}
        aria-label={label}
        aria-current={isShown ? 'true' : undefined}
        rel="nofollow"
        onClick={live?.onDay(date)}
        {...focus}
      >
        {number}
      </a>
    </td>
  );
}
