import { getCalendarDate, getMonth, parseDay, toIsoDate } from '@daybook/booking/calendar';
import { useState } from 'react';
import { Calendar, type DayDetails } from '../kit/calendar.tsx';
import { getToday } from '../platform/time.ts';
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
  const today = toIsoDate(getToday());
  const [month, setMonth] = useState(getMonth(today));
  const describe = (date: string): DayDetails => {
    const own = dates.find((each) => each.date === date);
    const isWeekend = getCalendarDate(parseDay(date)).weekday % 6 === 0;
    return {
      isOff: date < today,
      isChosen: from !== '' && from <= date && date <= (to || from),
      className: own ? (own.timesets.length === 0 ? 'none' : 'own') : isWeekend ? 'we' : '',
      ...(own && { detail: formatRanges(own.timesets) }),
    };
  };
  return (
    <Calendar
      value={from}
      month={month}
      onMonth={setMonth}
      onChoose={onChoose}
      minMonth={getMonth(today)}
      describe={describe}
    />
  );
}
