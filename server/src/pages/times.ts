import { addMonths, isDate, isMonth, getMonth } from '@daybook/booking/calendar';
import type { Choice, PickData } from '@daybook/booking/model';
import { packStarts } from '@daybook/booking/zones';
import { zoneNames } from '@daybook/contract/zone-names.gen';
import { formatDate, floorToMinute, parseDate } from '@daybook/engine/dates';
import { toDay } from '@daybook/engine/zones';
import { findTimes, type LoadQuery } from '../availability/public.ts';
import { getZone } from '../platform/zones.ts';
import type { Reader } from './reader.ts';
import { buildZoneTable } from './zone-table.ts';

/** Loaded before and after a month, so that the visitor can change the zone without a request. */
const marginDays = 2;
/** How far ahead the calendar goes for a page without a booking window. */
const maxDaysAhead = 730;

/** The part of the picker's data that comes from availability. */
export type Times = Pick<
  PickData,
  | keyof Choice
  | 'zoneIsGuess'
  | 'zoneIsLocked'
  | 'zoneIndex'
  | 'zones'
  | 'now'
  | 'starts'
  | 'laterDate'
  | 'lastDate'
  | 'duration'
>;

/** The free times of one month: the month in the query, else the first that has any. */
export async function loadTimes(
  loadQuery: LoadQuery,
  { zone: zoneName, zoneIsGuess, zoneIsLocked }: Reader,
  query: Readonly<Record<string, string>>,
  now: Date,
): Promise<Times> {
  const zone = getZone(zoneName);
  const nowMinute = floorToMinute(now.getTime());
  const today = toDay(zone, nowMinute);
  const thisMonth = getMonth(formatDate(today));
  const { month: requested, date, time } = parseChoice(query);

  const loadMonth = async (month: string) => {
    const first = Math.max((parseDate(`${month}-01`) ?? today) - marginDays, today - 1);
    const last = (parseDate(`${addMonths(month, 1)}-01`) ?? today) - 1 + marginDays;
    const answer = await findTimes(loadQuery, zone, { first, last: Math.max(first, last) }, true);
    const dates = [...answer.found.starts].map((start) => formatDate(toDay(zone, start)));
    return {
      ...answer,
      month,
      firstDate: dates[0] ?? answer.nextDate,
      isEmpty: !dates.some((day) => getMonth(day) === month),
    };
  };
  let loaded = await loadMonth(requested && requested > thisMonth ? requested : thisMonth);
  if (!requested && loaded.isEmpty && loaded.firstDate) loaded = await loadMonth(getMonth(loaded.firstDate));

  const { slotQuery, found, facts, month } = loaded;
  const lastDay = Math.min(toDay(zone, slotQuery.page.bookable.end - 1), today + maxDaysAhead);
  return {
    zone: zoneName,
    zoneIsGuess,
    zoneIsLocked,
    zoneIndex: zoneNames.indexOf(zoneName),
    zones: buildZoneTable(nowMinute),
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

/** What the query says of the choice. Values that are no date, month or time are ignored. */
function parseChoice({ month, date, time }: Readonly<Record<string, string>>): {
  month: string | undefined;
  date: string | null;
  time: string | null;
} {
  if (date === undefined || !isDate(date)) {
    return { month: month !== undefined && isMonth(month) ? month : undefined, date: null, time: null };
  }
  const isTime = time !== undefined && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
  return { month: getMonth(date), date, time: isTime ? time : null };
}
