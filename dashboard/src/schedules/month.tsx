import {
  addMonths,
  getCalendarDate,
  toIsoDate,
  parseDay,
  getMonth,
  listWeeks,
} from '@daybook/booking/calendar';
import { useState } from 'react';
import { Icon } from '../kit/icon.tsx';
import { start } from '../platform/start.ts';
import { formatDay, formatMonth, getToday } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import type { DateHours } from './rules.ts';
import { formatRanges } from './sentence.ts';

interface MonthProps {
  readonly dates: readonly DateHours[];
  readonly from: string;
  readonly to: string;
  readonly onChoose: (date: string) => void;
}

/** A month in which the dates with hours of their own are marked, and days are chosen. */
export function Month({ dates, from, to, onChoose }: MonthProps) {
  const [month, setMonth] = useState(getMonth(toIsoDate(getToday())));
  const { weekStartsOn } = start.locale;
  const weekdaysOf = Array.from({ length: 7 }, (_, index) => (index + weekStartsOn) % 7);
  return (
    <div className="month">
      <div className="row">
        <b className="grow" aria-live="polite">
          {formatMonth(month)}
        </b>
        <button
          type="button"
          className="btn quiet small square"
          aria-label={words.schedules.previousMonth}
          onClick={() => setMonth(addMonths(month, -1))}
        >
          <Icon name="left" />
        </button>
        <button
          type="button"
          className="btn quiet small square"
          aria-label={words.schedules.nextMonth}
          onClick={() => setMonth(addMonths(month, 1))}
        >
          <Icon name="right" />
        </button>
      </div>
      <div className="mon">
        {weekdaysOf.map((weekday) => (
          <span key={weekday} className="faint tiny" aria-hidden="true">
            {start.words.weekdaysShort[weekday]}
          </span>
        ))}
        {listWeeks(month, weekStartsOn)
          .flat()
          .map((day, index) =>
            day === null ? (
              <span key={index} />
            ) : (
              <Day key={day} day={day} dates={dates} isChosen={isWithin(day, from, to)} onChoose={onChoose} />
            ),
          )}
      </div>
    </div>
  );
}

function isWithin(day: number, from: string, to: string): boolean {
  if (from === '') return false;
  return parseDay(from) <= day && day <= Math.max(parseDay(from), to === '' ? parseDay(from) : parseDay(to));
}

interface DayProps {
  readonly day: number;
  readonly dates: readonly DateHours[];
  readonly isChosen: boolean;
  readonly onChoose: (date: string) => void;
}

function Day({ day, dates, isChosen, onChoose }: DayProps) {
  const date = toIsoDate(day);
  const own = dates.find((each) => each.date === date);
  const { dayOfMonth, weekday } = getCalendarDate(day);
  const kind = own ? (own.timesets.length === 0 ? ' none' : ' own') : weekday % 6 === 0 ? ' we' : '';
  return (
    <button
      type="button"
      className={`d${kind}${day === getToday() ? ' today' : ''}`}
      aria-label={own ? `${formatDay(day)}, ${formatRanges(own.timesets)}` : formatDay(day)}
      aria-pressed={isChosen}
      disabled={day < getToday()}
      onClick={() => onChoose(date)}
    >
      {dayOfMonth}
    </button>
  );
}
