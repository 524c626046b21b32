import { useInfiniteQuery, keepPreviousData } from '@tanstack/react-query';
import { interpolate } from '@daybook/booking/locale';
import { Button } from '../kit/button.tsx';
import { Empty, Problem, Skeleton } from '../kit/states.tsx';
import { api } from '../platform/query.ts';
import { formatDay, startOfDay, getToday, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { listViewDays } from './days.tsx';
import { buildEventListQuery } from './event-list-query.ts';
import { EventRow } from './row.tsx';
import { groupByDay, type EventSearch } from './rules.ts';

const pageSize = 100;

/** Four weeks, day by day. */
export function AgendaView({ search }: { readonly search: EventSearch }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAgenda(search);
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  const events = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section className="list" aria-label={words.events.list}>
      {!data && <Skeleton rows={10} />}
      {data && events.length === 0 && <Empty title={words.events.nothing} hint={words.events.nothingHint} />}
      {groupByDay(events, ({ startTime }) => toWallTime(startTime).day).map(({ day, items }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 className="day-head" id={`day-${day}`}>
            {formatDay(day)}
            {day === getToday() && <span className="faint">{words.events.today}</span>}
          </h2>
          <ul className="agenda">
            {items.map((event) => (
              <EventRow key={event.uuid} event={event} />
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <footer className="foot">
          <span>
            {interpolate(words.events.shown, { n: events.length, total: data?.pages[0]?.total ?? 0 })}
          </span>
          <Button
            label={words.events.showMore}
            isSmall
            isBusy={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          />
        </footer>
      )}
    </section>
  );
}

function useAgenda(search: EventSearch) {
  const { first, last } = listViewDays('agenda', search.date);
  const { minStartTime: _, maxStartTime: __, ...filter } = buildEventListQuery({ ...search, sort: 'asc' });
  const query = {
    ...filter,
    overlaps: `${startOfDay(first)}/${startOfDay(last + 1)}`,
    count: pageSize,
  };
  return useInfiniteQuery({
    queryKey: ['Scheduled events', 'listScheduledEvents', 'agenda', query],
    queryFn: ({ pageParam, signal }) =>
      api.listScheduledEvents({ query: { ...query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, ___, page) => (next === null ? undefined : page + 1),
    placeholderData: keepPreviousData,
  });
}
