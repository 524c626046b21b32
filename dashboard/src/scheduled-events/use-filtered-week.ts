import { useEffect } from 'react';
import { usePages } from '../platform/pages.ts';
import { buildDaysQuery } from './event-list-query.ts';
import { usePageColors } from './page-color.ts';
import {
  getEventTypeUuid,
  isNarrowed,
  listActiveInvitees,
  type EventSearch,
  type ScheduledEvent,
} from './rules.ts';
import type { ShownEvent } from './week-event.tsx';

/** Nobody reads a week of more events. */
const maxPages = 10;
const maxNames = 3;

interface Days {
  readonly first: number;
  readonly last: number;
}

/** The events of a week that the filters of the list leave; undefined without filters, when the calendar has them all. */
export function useFilteredWeek(search: EventSearch, days: Days): readonly ShownEvent[] | undefined {
  const enabled = isNarrowed(search);
  const list = usePages('listScheduledEvents', { query: buildDaysQuery(search, days) }, { enabled });
  const colors = usePageColors();
  const { items, data, hasNextPage, isFetching, fetchNextPage } = list;
  useEffect(() => {
    if (enabled && hasNextPage && !isFetching && (data?.pages.length ?? 0) < maxPages) void fetchNextPage();
  }, [enabled, hasNextPage, isFetching, data, fetchNextPage]);
  return enabled ? (items ?? []).map((event) => toShownEvent(event, colors)) : undefined;
}

function toShownEvent(event: ScheduledEvent, colors: ReadonlyMap<string, string> | undefined): ShownEvent {
  const { uuid, title, startTime, endTime, status, hosts } = event;
  const eventTypeUuid = getEventTypeUuid(event);
  const names = listActiveInvitees(event).map(({ fullName }) => fullName);
  return {
    ...{ uuid, title, startTime, endTime },
    color: colors?.get(eventTypeUuid),
    hosts: hosts.map(({ email }) => email),
    invitees: names.slice(0, maxNames),
    activeInviteesCount: names.length,
    isCancelled: status === 'cancelled',
  };
}
