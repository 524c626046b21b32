import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../kit/icon.tsx';
import { useListSelection } from '../kit/list-selection.tsx';
import { PageBar } from '../kit/page-bar.tsx';
import { Skeleton } from '../kit/states.tsx';
import { useCommands } from '../platform/commands.ts';
import type { Prefetch } from '../platform/lazy-page.ts';
import { buildQuery, queryClient } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { SavedViews } from '../views/saved-views.tsx';
import { DaysNavigation } from './days.tsx';
import { EventBulk } from './event-bulk.tsx';
import { buildEventListQuery, buildEventPageQuery } from './event-list-query.ts';
import { EventRows } from './event-rows.tsx';
import { EventTools } from './event-tools.tsx';
import { Requests } from './requests.tsx';
import { besideFilters, keepSearch, parseEventSearch, updateSearch, type ScheduledEvent } from './rules.ts';

const WeekView = lazy(async () => ({ default: (await import('./week-view.tsx')).WeekView }));
const AgendaView = lazy(async () => ({ default: (await import('./agenda-view.tsx')).AgendaView }));

const views = [undefined, 'week', 'agenda'] as const;

export const prefetch: Prefetch = ({ search }) => {
  const shown = parseEventSearch(search);
  if (!shown.view) void queryClient.prefetchQuery(buildEventPageQuery(buildEventListQuery(shown), 1));
};

/** All events that the filters of the address leave, as a list, a week or an agenda, and the one that is open beside them. */
export function EventList() {
  const search = useSearch({ from: '/events' });
  const params = useParams({ strict: false });
  const navigate = useNavigate({ from: '/events' });
  const requests = useQuery(buildQuery('listBookingRequests', {})).data?.items ?? [];
  const [listed, setListed] = useState<readonly ScheduledEvent[]>([]);
  const selection = useListSelection(listed.map(({ uuid }) => uuid));
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
              // The period is a choice of the list alone.
              search={updateSearch(({ view: _, when, ...rest }) => ({
                ...rest,
                ...(view ? { view } : when && { when }),
              }))}
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
      {requests.length > 0 && <Requests requests={requests} />}
      <SavedViews list="scheduled_events" search={search} transient={['date']} quiet={besideFilters} />
      <EventBulk selection={selection} events={listed} />
      {!selection.isActive && <EventTools search={search} />}
      <div className={`split${isPanel ? ' has-panel' : ''}`}>
        <Suspense fallback={<Skeleton rows={10} />}>
          {search.view === 'week' ? (
            <WeekView search={search} />
          ) : search.view === 'agenda' ? (
            <AgendaView search={search} selection={selection} onListed={setListed} />
          ) : (
            <EventRows search={search} selection={selection} onListed={setListed} />
          )}
        </Suspense>
        <Outlet />
      </div>
    </>
  );
}
