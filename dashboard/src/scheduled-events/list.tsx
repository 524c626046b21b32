import { useInfiniteQuery, keepPreviousData } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Heading } from '../kit/heading.tsx';
import { Icon } from '../kit/icon.tsx';
import { Empty, Problem, Skeleton } from '../kit/states.tsx';
import { api } from '../platform/query.ts';
import { interpolate } from '@daybook/booking/locale';
import {
  dayText,
  now,
  ownZone,
  startAfterDate,
  startOfDate,
  startOfDay,
  today,
  wallAt,
  zoneText,
} from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { EventFilters } from './filters.tsx';
import { EventRow } from './row.tsx';
import { countFilters, eventQuery, groupByDay, type EventSearch } from './rules.ts';

const pageSize = 50;
const periods = [
  { when: undefined, label: words.events.upcoming },
  { when: 'past', label: words.events.past },
  { when: 'all', label: words.events.all },
] as const;

/** All events that the filters of the address leave, and the one that is open beside them. */
export function EventList() {
  const search = useSearch({ from: '/events' });
  const { uuid } = useParams({ strict: false });
  const [showsFilters, setShowsFilters] = useState(countFilters(search) > 0);
  const filters = countFilters(search);
  return (
    <>
      <header className="bar">
        <Heading text={words.events.title} />
        <span className="grow" />
        <span className="muted small">{zoneText(ownZone)}</span>
      </header>
      <div className="tools">
        <nav className="tabs" aria-label={words.events.period}>
          {periods.map(({ when, label }) => (
            <Link
              key={label}
              to="/events"
              search={({ when: _, from: __, to: ___, ...rest }: EventSearch) => ({
                ...rest,
                ...(when && { when }),
              })}
              activeProps={{}}
              inactiveProps={{}}
              aria-current={search.when === when && !search.from && !search.to ? 'true' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        <SearchBox value={search.q ?? ''} />
        <button
          type="button"
          className="btn quiet small"
          aria-expanded={showsFilters}
          aria-controls="filters"
          onClick={() => setShowsFilters(!showsFilters)}
        >
          <Icon name="filter" />
          {filters === 0 ? words.events.filters : interpolate(words.events.filtersSet, { n: filters })}
        </button>
      </div>
      <div id="filters" hidden={!showsFilters}>
        {showsFilters && <EventFilters search={search} />}
      </div>
      <div className={`split${uuid ? ' has-panel' : ''}`}>
        <section className="list" aria-label={words.events.list}>
          <Rows search={search} />
        </section>
        <Outlet />
      </div>
    </>
  );
}

/** Writes the text into the address while it is typed, replacing the entry of the history. */
function SearchBox({ value }: { readonly value: string }) {
  const navigate = useNavigate({ from: '/events' });
  return (
    <label className="find">
      <Icon name="search" />
      <span className="hidden">{words.events.find}</span>
      <input
        type="search"
        placeholder={words.events.find}
        maxLength={200}
        value={value}
        onChange={({ target }) =>
          void navigate({
            to: '.',
            search: ({ q: _, ...rest }: EventSearch) => ({
              ...rest,
              ...(target.value && { q: target.value }),
            }),
            replace: true,
          })
        }
      />
    </label>
  );
}

function useEvents(search: EventSearch) {
  // To the minute, so that the same list has the same key while it is looked at.
  const minuteMs = 60_000;
  const query = eventQuery(search, {
    now: new Date(Math.floor(now() / minuteMs) * minuteMs).toISOString(),
    startOfToday: startOfDay(today()),
    startOfDate,
    startAfterDate,
  });
  return useInfiniteQuery({
    queryKey: ['Scheduled events', 'listScheduledEvents', search],
    queryFn: ({ pageParam, signal }) =>
      api.listScheduledEvents({ query: { ...query, page: pageParam, count: pageSize }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, _, page) => (next === null ? undefined : page + 1),
    placeholderData: keepPreviousData,
  });
}

function Rows({ search }: { readonly search: EventSearch }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useEvents(search);
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={10} />;
  const events = data.pages.flatMap(({ items }) => items);
  if (events.length === 0) return <NoEvents search={search} />;
  return (
    <>
      {groupByDay(events, ({ startTime }) => wallAt(startTime).day).map(({ day, items }) => (
        <section key={`${day} ${items[0]?.uuid}`} aria-labelledby={`day-${items[0]?.uuid}`}>
          <h2 className="day-head" id={`day-${items[0]?.uuid}`}>
            {dayText(day)}
            {day === today() && <span className="faint">{words.events.today}</span>}
          </h2>
          <ul className="agenda">
            {items.map((event) => (
              <EventRow key={event.uuid} event={event} />
            ))}
          </ul>
        </section>
      ))}
      <footer className="foot">
        <span>{interpolate(words.events.shown, { n: events.length, total: data.pages[0]?.total ?? 0 })}</span>
        {hasNextPage && (
          <button
            type="button"
            className="btn small"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {words.events.showMore}
          </button>
        )}
      </footer>
    </>
  );
}

function NoEvents({ search }: { readonly search: EventSearch }) {
  const isFiltered = countFilters(search) > 0 || search.q !== undefined;
  if (!isFiltered) return <Empty title={words.events.none} hint={words.events.noneHint} />;
  return (
    <Empty title={words.events.noMatch} hint={words.events.noMatchHint}>
      <Link className="btn" to="/events" search={{}}>
        {words.events.clear}
      </Link>
    </Empty>
  );
}
