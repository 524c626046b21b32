import { addMonths, calendarDateOf, dateOf, dayOf, monthOf, weeksOf } from '@daybook/booking/calendar';
import { useState } from 'react';
import { Icon } from '../kit/icon.tsx';
import { start } from '../platform/start.ts';
import { dayText, monthText, today } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import type { DateHours } from './rules.ts';
import { hoursText } from './sentence.ts';

interface MonthProps {
  readonly dates: readonly DateHours[];
  readonly from: string;
  readonly to: string;
  readonly onChoose: (date: string) => void;
}

/** A month in which the dates with hours of their own are marked, and days are chosen. */
export function Month({ dates, from, to, onChoose }: MonthProps) {
  const [month, setMonth] = useState(monthOf(dateOf(today())));
  const { weekStartsOn } = start.locale;
  const weekdaysOf = Array.from({ length: 7 }, (_, index) => (index + weekStartsOn) % 7);
  return (
    <div className="month">
      <div className="row">
        <b className="grow" aria-live="polite">
          {monthText(month)}
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
        {weeksOf(month, weekStartsOn)
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
  return dayOf(from) <= day && day <= Math.max(dayOf(from), to === '' ? dayOf(from) : dayOf(to));
}

interface DayProps {
  readonly day: number;
  readonly dates: readonly DateHours[];
  readonly isChosen: boolean;
  readonly onChoose: (date: string) => void;
}

function Day({ day, dates, isChosen, onChoose }: DayProps) {
  const date = dateOf(day);
  const own = dates.find((each) => each.date === date);
  const { dayOfMonth, weekday } = calendarDateOf(day);
  const kind = own ? (own.timesets.length === 0 ? ' none' : ' own') : weekday % 6 === 0 ? ' we' : '';
  return (
    <button
      type="button"
      className={`d${kind}${day === today() ? ' today' : ''}`}
      aria-label={own ? `${dayText(day)}, ${hoursText(own.timesets)}` : dayText(day)}
      aria-pressed={isChosen}
      disabled={day < today()}
      onClick={() => onChoose(date)}
    >
      {dayOfMonth}
    </button>
  );
}
