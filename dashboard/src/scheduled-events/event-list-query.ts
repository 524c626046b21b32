import { getNow, startAfterDate, startOfDate, startOfDay, getToday } from '../platform/time.ts';
import { buildEventQuery, type EventSearch } from './rules.ts';

const minuteMs = 60_000;

/** The request of a list. Its time is the minute, so that the same list has the same key while it is looked at. */
export function buildEventListQuery(search: EventSearch) {
  return buildEventQuery(search, {
    now: new Date(Math.floor(getNow() / minuteMs) * minuteMs).toISOString(),
    startOfToday: startOfDay(getToday()),
    startOfDate,
    startAfterDate,
  });
}
