import { addMonths, isDate, isMonth, monthOf } from '@daybook/booking/calendar';
import type { PickData } from '@daybook/booking/model';
import { packStarts } from '@daybook/booking/zones';
import { zoneNames } from '@daybook/contract/zone-names.gen';
import { formatDate, minuteFloor, parseDate } from '@daybook/engine/dates';
import { dayAt } from '@daybook/engine/zones';
import { findTimes, type LoadQuery } from '../availability/public.ts';
import { zoneNamed } from '../platform/zones.ts';
import type { Reader } from './reader.ts';
import { zoneTable } from './zone-table.ts';

/** Readers may be this far from whoever's calendar a month was loaded by. */
const marginDays = 2;
/** A page without a horizon can be turned this far. */
const farthestDays = 730;

export interface Times extends Pick<
  PickData,
  | 'zone'
  | 'zoneIsGuess'
  | 'zoneIndex'
  | 'zones'
  | 'now'
  | 'month'
  | 'date'
  | 'time'
  | 'starts'
  | 'laterDate'
  | 'lastDate'
> {
  readonly duration: number;
}

/** The times of one month: the one that the address names, else the first that has any. */
export async function loadTimes(
  loadQuery: LoadQuery,
  { zone: zoneName, zoneIsGuess }: Reader,
  query: Readonly<Record<string, string>>,
  now: Date,
): Promise<Times> {
  const zone = zoneNamed(zoneName);
  const nowMinute = minuteFloor(now.getTime());
  const today = dayAt(zone, nowMinute);
  const { month: asked, date, time } = choiceIn(query);
  const thisMonth = monthOf(formatDate(today));
  const load = async (month: string) => {
    const first = Math.max((parseDate(`${month}-01`) ?? today) - marginDays, today - 1);
    const last = (parseDate(`${addMonths(month, 1)}-01`) ?? today) - 1 + marginDays;
    const answer = await findTimes(loadQuery, zone, { first, last: Math.max(first, last) }, true);
    const dates = [...answer.found.starts].map((start) => formatDate(dayAt(zone, start)));
    return {
      ...answer,
      month,
      firstDate: dates[0] ?? answer.nextDate,
      isEmpty: !dates.some((day) => monthOf(day) === month),
    };
  };
  let loaded = await load(asked && asked > thisMonth ? asked : thisMonth);
  if (!asked && loaded.isEmpty && loaded.firstDate) loaded = await load(monthOf(loaded.firstDate));
  const { slotQuery, found, facts, month } = loaded;
  const lastDay = Math.min(dayAt(zone, slotQuery.page.bookable.end - 1), today + farthestDays);
  return {
    zone: zoneName,
    zoneIsGuess,
    zoneIndex: zoneNames.indexOf(zoneName),
    zones: zoneTable(nowMinute),
    now: nowMinute,
    month,
    date,
    time,
    starts: packStarts([...found.starts]),
    laterDate: loaded.isEmpty ? (loaded.nextDate ?? null) : null,
    lastDate: formatDate(lastDay),
    duration: slotQuery.page.durationMinutes || facts.duration,
  };
}

export function choiceIn(query: Readonly<Record<string, string>>): {
  month: string | undefined;
  date: string | null;
  time: string | null;
} {
  const { month, date, time } = query;
  const goodDate = date !== undefined && isDate(date) ? date : null;
  const goodTime =
    goodDate !== null && time !== undefined && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : null;
  const named = month !== undefined && isMonth(month) ? month : undefined;
  return { month: goodDate === null ? named : monthOf(goodDate), date: goodDate, time: goodTime };
}
