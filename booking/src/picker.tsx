import { buildChoiceUrl } from './address.ts';
import { addMonths, toIsoDate, parseDay, getMonth, listWeeks } from './calendar.ts';
import { DayTimes } from './day-times.tsx';
import { PickerIcon } from './picker-icon.tsx';
import { capitalize, formatDate, formatMonth, pluralize } from './locale.ts';
import { getVisibleDate } from './month-times.ts';
import { getVisibleOffset, getToday, formatZone, type PickerProps } from './picker-state.ts';

export function Picker(props: PickerProps) {
  const { data, choice, interaction, notice } = props;
  return (
    <>
      {notice && (
        <p class="notice" role="alert">
          {notice.text} {notice.link && <a href={notice.link.href}>{notice.link.text}</a>}
        </p>
      )}
      <div class="picker">
        <h2 class="hidden-text">{data.words.heading}</h2>
        <Month {...props} />
        <DayTimes {...props} />
        <div class="zone">
          {interaction && !data.zoneIsLocked ? interaction.zone : <ZoneLine {...props} />}
          <a class="quiet-link" href={buildChoiceUrl(data, choice, { lang: data.otherClock })} rel="nofollow">
            {data.locale.hour12 ? data.words.clock24 : data.words.clock12}
          </a>
        </div>
        <p class="hidden-text" role="status">
          {interaction?.announcement ?? ''}
        </p>
      </div>
    </>
  );
}

function ZoneLine(props: PickerProps) {
  const { data, choice } = props;
  const address = buildChoiceUrl(data, { ...choice, time: null }, { zones: '1' });
  return (
    <p class="zone-line">
      <PickerIcon name="globe" />
      <span>{formatZone(data, choice.zone, getVisibleOffset(props))}</span>
      {!data.zoneIsLocked && (
        <a
          class="quiet-link"
          href={address}
          aria-label={`${data.words.changeZone}: ${data.words.zone}`}
          rel="nofollow"
        >
          {data.words.changeZone}
        </a>
      )}
    </p>
  );
}

function Month(props: PickerProps) {
  const { data, choice, times, spans, state, interaction } = props;
  const { words, locale } = data;
  const selected = getVisibleDate(choice, times);
  const today = getToday(data.now, spans);
  return (
    <div class="month" aria-busy={state === 'loading' || state === 'slow' ? 'true' : undefined}>
      <div class="month-head">
        <h3 id="month-name">{formatMonth(words, choice.month)}</h3>
        <MonthLink {...props} by={-1} today={today} />
        <MonthLink {...props} by={1} today={today} />
      </div>
      <table
        class={state === 'slow' ? 'days is-slow' : 'days'}
        role={interaction ? 'grid' : undefined}
        aria-labelledby="month-name"
        onKeyDown={interaction?.onKey}
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
          {listWeeks(choice.month, locale.weekStartsOn).map((week, row) => (
            <tr key={row}>
              {week.map((day, column) =>
                day === null ? (
                  <td key={column} />
                ) : (
                  <Day
                    key={column}
                    {...props}
                    date={toIsoDate(day)}
                    count={times[toIsoDate(day)]?.length ?? 0}
                    isSelected={toIsoDate(day) === selected}
                    isToday={toIsoDate(day) === today}
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

/** Stays a link, without an address, where there is no further month: replacing the element would lose the focus. */
function MonthLink({ data, choice, interaction, by, today }: PickerProps & { by: 1 | -1; today: string }) {
  const month = addMonths(choice.month, by);
  const label = by === 1 ? data.words.nextMonth : data.words.previousMonth;
  const isReachable = by === 1 ? month <= getMonth(data.lastDate) : month >= getMonth(today);
  const icon = <PickerIcon name={by === 1 ? 'forward' : 'back'} />;
  if (!isReachable) {
    return (
      <a class="month-link is-off" role="link" aria-disabled="true" aria-label={label} tabindex={-1}>
        {icon}
      </a>
    );
  }
  const address = buildChoiceUrl(data, { zone: choice.zone, month });
  return (
    <a
      class="month-link"
      href={address}
      aria-label={label}
      rel="nofollow"
      onClick={interaction?.onMonth(month)}
    >
      {icon}
    </a>
  );
}

interface DayProps extends PickerProps {
  readonly date: string;
  readonly count: number;
  readonly isSelected: boolean;
  readonly isToday: boolean;
}

/** Stays a link, without an address, while it has no times: replacing the element when they are loaded would lose the focus. */
function Day({ data, choice, interaction, date, count, isSelected, isToday }: DayProps) {
  const { words } = data;
  const number = Number(date.slice(8));
  const label = `${capitalize(formatDate(words, parseDay(date)))}, ${count > 0 ? pluralize(words, words.times, count) : words.noTimes}`;
  const className = `day${isToday ? ' is-today' : ''}`;
  const focus = interaction ? { tabindex: interaction.focusDate === date ? 0 : -1, 'data-date': date } : {};
  if (count === 0) {
    const name = interaction ? ({ role: 'link', 'aria-disabled': 'true', 'aria-label': label } as const) : {};
    return (
      <td>
        <a class={`${className} is-off`} {...focus} {...name}>
          {number}
        </a>
      </td>
    );
  }
  return (
    <td aria-selected={interaction ? (isSelected ? 'true' : 'false') : undefined}>
      <a
        class={`${className} is-open`}
        href={buildChoiceUrl(data, { zone: choice.zone, month: choice.month, date })}
        aria-label={label}
        aria-current={isSelected ? 'true' : undefined}
        rel="nofollow"
        onClick={interaction?.onDay(date)}
        {...focus}
      >
        {number}
      </a>
    </td>
  );
}
