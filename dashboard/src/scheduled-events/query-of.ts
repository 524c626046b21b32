import { now, startAfterDate, startOfDate, startOfDay, today } from '../platform/time.ts';
import { eventQuery, type EventSearch } from './rules.ts';

const minuteMs = 60_000;

/** The request of a list. Its time is the minute, so that the same list has the same key while it is looked at. */
export function queryOf(search: EventSearch) {
  return eventQuery(search, {
    now: new Date(Math.floor(now() / minuteMs) * minuteMs).toISOString(),
    startOfToday: startOfDay(today()),
    startOfDate,
    startAfterDate,
  });
}
