import { buildQuery } from '../platform/query.ts';
import { getNow, startAfterDate, startOfDate, startOfDay, getToday } from '../platform/time.ts';
import { buildEventQuery, buildSpanQuery, type EventSearch } from './rules.ts';

const minuteMs = 60_000;
export const pageSize = 100;

/** The request of a list. Its time is the minute, so that the same list has the same key while it is looked at. */
export function buildEventListQuery(search: EventSearch) {
  return buildEventQuery(search, readClock());
}

interface Days {
  readonly first: number;
  readonly last: number;
}

/** The request of some days, both included. */
export function buildDaysQuery(search: EventSearch, { first, last }: Days) {
  const span = { start: startOfDay(first), end: startOfDay(last + 1) };
  return { ...buildSpanQuery(search, span, readClock()), count: pageSize };
}

function readClock() {
  return {
    now: new Date(Math.floor(getNow() / minuteMs) * minuteMs).toISOString(),
    startOfToday: startOfDay(getToday()),
    startOfDate,
    startAfterDate,
  };
}

/** One page of a list. Those beyond the first are dropped soon: thousands of events would fill the memory. */
export function buildEventPageQuery(filter: ReturnType<typeof buildEventListQuery>, page: number) {
  const query = buildQuery('listScheduledEvents', { query: { ...filter, page, count: pageSize } });
  return page === 1 ? query : { ...query, gcTime: minuteMs };
}
