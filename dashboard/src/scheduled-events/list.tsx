import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../kit/icon.tsx';
import { PageBar } from '../kit/page-bar.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { Skeleton } from '../kit/states.tsx';
import { useAddress } from '../platform/address.ts';
import { useCommands } from '../platform/commands.ts';
import type { Prefetch } from '../platform/lazy-page.ts';
import { buildQuery, queryClient } from '../platform/query.ts';
import { ownZone, formatZone } from '../platform/time.ts';
import { loadWithWords } from '../platform/words/load.ts';
import { words } from '../platform/words/words.ts';
import { DaysNavigation } from './days.tsx';
import { buildEventListQuery, buildEventPageQuery } from './event-list-query.ts';
import { EventRows } from './event-rows.tsx';
import { FilterChips } from './filters.tsx';
import { updateSearch, filterNames, keepSearch, parseEventSearch, type EventSearch } from './rules.ts';

const loadWeek = loadWithWords(() => import('./week-view.tsx'));
const WeekView = lazy(async () => ({ default: (await loadWeek()).WeekView }));
const AgendaView = lazy(async () => ({ default: (await import('./agenda-view.tsx')).AgendaView }));

const loadFilters = loadWithWords(() => import('./filters.tsx'));
const EventFilters = lazy(async () => ({ default: (await loadFilters()).EventFilters }));
const loadRequests = loadWithWords(() => import('./requests.tsx'));
const Requests = lazy(async () => ({ default: (await loadRequests()).Requests }));

const views = [undefined, 'week', 'agenda'] as const;
const periods = [
  { when: undefined, label: words.events.upcoming },
  { when: 'past', label: words.events.past },
  { when: 'all', label: words.events.all },
] as const;

export const prefetch: Prefetch = ({ search }) => {
  const shown = parseEventSearch(search);
  if (!shown.view) void queryClient.prefetchQuery(buildEventPageQuery(buildEventListQuery(shown), 1));
};

/** All events that the filters of the address leave, as a list, a week or an agenda, and the one that is open beside them. */
export function EventList() {
  const search = useSearch({ from: '/events' });
  const params = useParams({ strict: false });
  const navigate = useNavigate({ from: '/events' });
  const set = useAddress<EventSearch>();
  const filters = filterNames(search).length;
  const requests = useQuery(buildQuery('listBookingRequests', {})).data?.items ?? [];
  const [showsFilters, setShowsFilters] = useState(false);
  const isBooking = useLocation({ select: ({ pathname }) => pathname.endsWith('/events/book') });
  const isPanel = params.uuid !== undefined || isBooking;
  const toBook = (): void => void navigate({ to: '/events/book', search: (before) => before });
  useCommands([{ id: 'book', label: words.events.book, keys: 'b', icon: 'plus', run: toBook }]);
  return (
    <>
      <PageBar title={words.events.title}>
        <nav className="seg" aria-label={words.events.view}>
          {views.map((view) => (
            <Link
              key={view ?? 'list'}
              to="/events"
              search={updateSearch(({ view: _, ...rest }) => ({ ...rest, ...(view && { view }) }))}
              activeOptions={{ exact: true }}
              activeProps={{}}
              inactiveProps={{}}
              aria-current={search.view === view ? 'true' : undefined}
            >
              {words.events.views[view ?? 'list']}
            </Link>
          ))}
        </nav>
        {search.view && <DaysNavigation search={search} view={search.view} />}
        <Link className="btn main small" to="/events/book" search={keepSearch} aria-label={words.events.book}>
          <Icon name="plus" />
          <span className="wide">{words.events.book}</span>
        </Link>
      </PageBar>
      {requests.length > 0 && (
        <Suspense>
          <Requests requests={requests} />
        </Suspense>
      )}
      <div className="tools">
        {!search.view && <Periods search={search} />}
        <SearchBox label={words.events.find} value={search.q ?? ''} onChange={(q) => set({ q })} />
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
        {filters > 0 && <FilterChips search={search} />}
        {filters > 0 && (
          <Link
            className="btn quiet small"
            to="/events"
            search={updateSearch(({ view, date, when, q }) => ({
              ...(view && { view }),
              ...(date && { date }),
              ...(when && { when }),
              ...(q && { q }),
            }))}
          >
            {words.events.clear}
          </Link>
        )}
        <Link className="btn quiet small" to="/polls">
          {words.events.polls}
        </Link>
        <span className="grow" />
        <span className="muted small">{formatZone(ownZone)}</span>
      </div>
      <div id="filters" hidden={!showsFilters}>
        <Suspense>{showsFilters && <EventFilters search={search} />}</Suspense>
      </div>
      <div className={`split${isPanel ? ' has-panel' : ''}`}>
        <Suspense fallback={<Skeleton rows={10} />}>
          {search.view === 'week' ? (
            <WeekView search={search} />
          ) : search.view === 'agenda' ? (
            <AgendaView search={search} />
          ) : (
            <EventRows search={search} />
          )}
        </Suspense>
        <Outlet />
      </div>
    </>
  );
}

function Periods({ search }: { readonly search: EventSearch }) {
  return (
    <nav className="tabs" aria-label={words.events.period}>
      {periods.map(({ when, label }) => (
        <Link
          key={label}
          to="/events"
          search={updateSearch(({ when: _, from: __, to: ___, ...rest }) => ({
            ...rest,
            ...(when && { when }),
          }))}
          activeOptions={{ exact: true }}
          activeProps={{}}
          inactiveProps={{}}
          aria-current={search.when === when && !search.from && !search.to ? 'true' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
