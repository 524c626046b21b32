import { addMonths, getMonth, listWeeks, toIsoDate } from '@daybook/booking/calendar';
import { moveDateByKey } from '@daybook/booking/date-keys';
import { capitalize, formatDate } from '@daybook/booking/locale';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { start } from '../platform/start.ts';
import { formatMonth, getToday } from '../platform/time.ts';
import { Icon } from './icon.tsx';

export interface DayDetails {
  /** It can't be chosen, and is said so. */
  readonly isOff?: boolean;
  /** One of several that are chosen. */
  readonly isChosen?: boolean;
  /** Read aloud after the date. */
  readonly detail?: string;
  readonly className?: string;
}

interface CalendarProps {
  /** What is chosen; empty for nothing. */
  readonly value: string;
  readonly month: string;
  readonly onMonth: (month: string) => void;
  readonly onChoose: (date: string) => void;
  readonly describe?: (date: string) => DayDetails;
  /** The first month that can be shown. */
  readonly minMonth?: string;
  readonly isBusy?: boolean;
  readonly autoFocus?: boolean;
  /** Days are chosen by pointer alone, while a text field keeps the focus. */
  readonly isPassive?: boolean;
}

/** A month with the reader's first day of the week. Arrows go from day to day, Page Up and Page Down from month to month. */
export function Calendar(props: CalendarProps) {
  const { value, month, onMonth, onChoose, describe, minMonth = '', isPassive = false } = props;
  const id = useId();
  const table = useRef<HTMLTableElement>(null);
  const { weekStartsOn } = start.locale;
  const today = toIsoDate(getToday());
  const [focused, setFocused] = useState(value || today);
  const mustFocus = useRef(props.autoFocus ?? false);
  useEffect(() => {
    if (value) setFocused(value);
  }, [value]);
  const cursor = getMonth(focused) === month ? focused : `${month}-01`;
  // Not before the layout: a dialog around its popover would not know it yet, and take the focus back.
  useEffect(() => {
    if (!mustFocus.current) return;
    const day = table.current?.querySelector<HTMLElement>(`[data-date="${cursor}"]`);
    day?.focus();
    mustFocus.current = day == null;
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = moveDateByKey(event.key, cursor, start.locale);
    if (next === undefined) return;
    event.preventDefault();
    if (getMonth(next) < minMonth) return;
    mustFocus.current = true;
    setFocused(next);
    if (getMonth(next) !== month) onMonth(getMonth(next));
  };
  return (
    <div
      className="month"
      aria-busy={props.isBusy || undefined}
      {...(isPassive && { onPointerDown: (event) => event.preventDefault() })}
    >
      <div className="row">
        <b id={id} className="grow" aria-live="polite">
          {formatMonth(month)}
        </b>
        <MonthButton
          by={-1}
          month={month}
          onMonth={onMonth}
          isOff={month <= minMonth}
          isPassive={isPassive}
        />
        <MonthButton by={1} month={month} onMonth={onMonth} isPassive={isPassive} />
      </div>
      <table ref={table} className="mon" role="grid" aria-labelledby={id} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, index) => (index + weekStartsOn) % 7).map((weekday) => (
              <th key={weekday} scope="col" abbr={start.words.weekdays[weekday]} className="faint tiny">
                {start.words.weekdaysShort[weekday]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listWeeks(month, weekStartsOn).map((week, row) => (
            <tr key={row}>
              {week.map((day, column) =>
                day === null ? (
                  <td key={column} />
                ) : (
                  <Day
                    key={column}
                    day={day}
                    isChosen={toIsoDate(day) === value}
                    isToday={toIsoDate(day) === today}
                    isInTabOrder={!isPassive && toIsoDate(day) === cursor}
                    details={describe?.(toIsoDate(day)) ?? {}}
                    onChoose={onChoose}
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

interface MonthButtonProps {
  readonly by: 1 | -1;
  readonly month: string;
  readonly onMonth: (month: string) => void;
  readonly isOff?: boolean;
  readonly isPassive: boolean;
}

function MonthButton({ by, month, onMonth, isOff = false, isPassive }: MonthButtonProps) {
  return (
    <button
      type="button"
      className="btn quiet small square"
      tabIndex={isPassive ? -1 : undefined}
      aria-label={by === 1 ? start.words.nextMonth : start.words.previousMonth}
      // It stays in the tab order: who reached the first month by it keeps the focus.
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onMonth(addMonths(month, by))}
    >
      <Icon name={by === 1 ? 'right' : 'left'} />
    </button>
  );
}

interface DayProps {
  readonly day: number;
  readonly isChosen: boolean;
  readonly isToday: boolean;
  readonly isInTabOrder: boolean;
  readonly details: DayDetails;
  readonly onChoose: (date: string) => void;
}

function Day({ day, isChosen, isToday, isInTabOrder, details, onChoose }: DayProps) {
  const { isOff = false, detail, className = '' } = details;
  const date = toIsoDate(day);
  const name = capitalize(formatDate(start.words, day));
  return (
    <td aria-selected={details.isChosen ?? isChosen}>
      <button
        type="button"
        className={`d ${className}${isToday ? ' today' : ''}`}
        data-date={date}
        tabIndex={isInTabOrder ? 0 : -1}
        aria-label={detail ? `${name}, ${detail}` : name}
        aria-current={isToday ? 'date' : undefined}
        aria-disabled={isOff || undefined}
        onClick={() => !isOff && onChoose(date)}
      >
        {Number(date.slice(8))}
      </button>
    </td>
  );
}
