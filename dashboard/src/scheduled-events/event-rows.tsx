import { pluralize } from '@daybook/booking/locale';
import { useQueries } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react';
import { PickBox, type ListSelection } from '../kit/list-selection.tsx';
import { Problem, Skeleton } from '../kit/states.tsx';
import { useWindow, type RowWindow } from '../kit/use-window.ts';
import { getElementKey, listPages, listRenderedRows } from '../kit/window.rules.ts';
import { useShortcut } from '../platform/commands.ts';
import { start } from '../platform/start.ts';
import { formatShortWeekday, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useShownEvent } from './held-cancel.ts';
import { NoEvents } from './no-events.tsx';
import { EventItem, EventLine } from './row.tsx';
import { formatInvitees, type EventSearch, type ScheduledEvent } from './rules.ts';
import { buildEventListQuery, buildEventPageQuery, pageSize } from './event-list-query.ts';

const rowPixels = 60;

interface EventRowsProps {
  readonly search: EventSearch;
  readonly selection: ListSelection;
  /** Told which events are there to be chosen. */
  readonly onListed: (events: readonly ScheduledEvent[]) => void;
}

/**
 * Any number of events, of which those on the screen are rendered, and the pages that they stand on are asked for. A page number makes
 * every place of the list one request away.
 */
export function EventRows({ search, selection, onListed }: EventRowsProps) {
  const element = useRef<HTMLElement>(null);
  const [count, setCount] = useState(0);
  const scroller = useWindow(element, count, rowPixels, 0);
  const { total, eventAt, error, retry, list, loaded } = useSparseEvents(search, scroller);
  useEffect(() => onListed(loaded), [loaded, onListed]);
  if (total !== undefined && total !== count) setCount(total);
  const [focused, setFocused] = useRowKeys({ total: count, eventAt, scrollTo: scroller.reveal });
  const open = useOpenEvent();
  // Another list is shown from its beginning.
  useLayoutEffect(() => void element.current?.scrollTo(0, 0), [list]);
  return (
    <section
      className={`list${scroller.isFlying ? ' is-flying' : ''}`}
      ref={element}
      aria-label={words.events.list}
      tabIndex={-1}
      onScroll={scroller.onScroll}
      onClick={open.onClick}
      onFocus={(event) => {
        const row = (event.target as HTMLElement).dataset['row'];
        if (row) setFocused(Number(row));
      }}
    >
      {total === undefined && (error ? <Problem error={error} onRetry={retry} /> : <Skeleton rows={10} />)}
      {total === 0 && <NoEvents search={search} />}
      {total !== undefined && total > 0 && (
        <>
          <ul className="agenda rows" style={{ height: `${total * rowPixels}px` }}>
            {listRenderedRows(scroller.first, scroller.last, focused, total)
              .sort((a, b) => a - b)
              .map((index) => (
                <ListedEvent
                  key={getElementKey(index, focused, scroller.size)}
                  event={eventAt(index)}
                  previous={eventAt(index - 1)}
                  index={index}
                  total={total}
                  address={open.address}
                  openId={open.uuid}
                  isPicked={selection.ids.includes(eventAt(index)?.uuid ?? '')}
                  onPick={selection.pick}
                />
              ))}
          </ul>
          <footer className="foot">{pluralize(start.words, words.events.count, total)}</footer>
        </>
      )}
    </section>
  );
}

interface ListedEventProps {
  readonly event: ScheduledEvent | undefined;
  readonly previous: ScheduledEvent | undefined;
  readonly index: number;
  readonly total: number;
  readonly address: (uuid: string) => string;
  readonly openId: string | undefined;
  readonly isPicked: boolean;
  readonly onPick: ListSelection['pick'];
}

const ListedEvent = memo(function ListedEvent({ event, ...props }: ListedEventProps) {
  if (event) return <LoadedEvent {...props} event={event} />;
  return (
    <li className="ghost-row" style={buildRowPlace(props.index)}>
      <span className="ghost" />
    </li>
  );
});

const buildRowPlace = (index: number) => ({ transform: `translateY(${index * rowPixels}px)` });

interface LoadedEventProps extends ListedEventProps {
  readonly event: ScheduledEvent;
}

function LoadedEvent(props: LoadedEventProps) {
  const { previous, index, total, address, openId, isPicked, onPick } = props;
  const event = useShownEvent(props.event);
  const { day } = toWallTime(event.startTime);
  const isFirst = !previous || toWallTime(previous.startTime).day !== day;
  return (
    <EventItem event={event} isFirst={isFirst} style={buildRowPlace(index)} position={{ index, total }}>
      {/* A plain link, which the list opens: one of the router costs more than the rest of the row. */}
      <a
        id={`event-${event.uuid}`}
        data-row={index}
        href={address(event.uuid)}
        aria-current={event.uuid === openId ? 'page' : undefined}
      >
        <span className="on-day">{isFirst && formatShortWeekday(day)}</span>
        <EventLine event={event} />
      </a>
      <PickBox id={event.uuid} name={formatInvitees(event)} isPicked={isPicked} onPick={onPick} />
    </EventItem>
  );
}

/** Opens the event whose link was clicked, beside the list. */
function useOpenEvent() {
  const { uuid } = useParams({ strict: false });
  const router = useRouter();
  const query = useLocation({ select: ({ searchStr }) => searchStr });
  const address = useCallback((id: string) => `/app/events/${id}${query}`, [query]);
  const onClick = (event: MouseEvent): void => {
    const link = (event.target as HTMLElement).closest<HTMLAnchorElement>('a[data-row]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.push(link.getAttribute('href') ?? '');
  };
  return { uuid, address, onClick };
}

function useSparseEvents(search: EventSearch, { first, last, isFlying }: RowWindow) {
  const filter = buildEventListQuery(search);
  const list = JSON.stringify(filter);
  const known = useRef({ list, total: undefined as number | undefined });
  if (known.current.list !== list) known.current = { list, total: undefined };
  const pages = listPages(first, last, pageSize);
  const results = useQueries({
    queries: pages.map((page) => ({
      ...buildEventPageQuery(filter, page),
      enabled: !isFlying,
    })),
  });
  // The total stays while other pages are on their way.
  const total = results.find(({ data }) => data)?.data?.total ?? known.current.total;
  known.current.total = total;
  const eventAt = (index: number): ScheduledEvent | undefined => {
    const at = pages.indexOf(Math.floor(index / pageSize) + 1);
    return index < 0 ? undefined : results[at]?.data?.items[index % pageSize];
  };
  const failed = results.find(({ error }) => error);
  return {
    total,
    eventAt,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
    list,
    loaded: useLoaded(list, pages, results),
  };
}

interface PageResult {
  readonly data?: { readonly items: readonly ScheduledEvent[] } | undefined;
}

/** Every event of the list that was loaded, in its order: what was chosen stays chosen when it is scrolled out of sight. */
function useLoaded(
  list: string,
  pages: readonly number[],
  results: readonly PageResult[],
): readonly ScheduledEvent[] {
  const known = useRef({ list, byPage: new Map<number, readonly ScheduledEvent[]>(), all: noEvents });
  if (known.current.list !== list) known.current = { list, byPage: new Map(), all: noEvents };
  const { byPage } = known.current;
  const fresh = pages.flatMap((page, at) => {
    const items = results[at]?.data?.items;
    return items && byPage.get(page) !== items ? [[page, items] as const] : [];
  });
  if (fresh.length > 0) {
    for (const [page, items] of fresh) byPage.set(page, items);
    known.current.all = [...byPage].sort(([a], [b]) => a - b).flatMap(([, items]) => items);
  }
  return known.current.all;
}

const noEvents: readonly ScheduledEvent[] = [];

interface RowKeys {
  readonly total: number;
  readonly eventAt: (index: number) => ScheduledEvent | undefined;
  readonly scrollTo: (index: number) => void;
}

/** `J` and `K` go to the next and previous event; with one open, they open the other. */
function useRowKeys({ total, eventAt, scrollTo }: RowKeys) {
  const { uuid } = useParams({ strict: false });
  const navigate = useNavigate({ from: '/events' });
  const last = useRef(-1);
  const step = (by: 1 | -1): void => {
    const open = document.querySelector<HTMLElement>('[data-row][aria-current]')?.dataset['row'];
    const index = Math.min(total - 1, Math.max(0, Number(open ?? last.current) + by));
    last.current = index;
    scrollTo(index);
    const event = eventAt(index);
    if (uuid && event) {
      void navigate({ to: '/events/$uuid', params: { uuid: event.uuid }, search: (search) => search });
    } else {
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus());
    }
  };
  useShortcut('j', words.events.nextEvent, () => step(1));
  useShortcut('k', words.events.previousEvent, () => step(-1));
  return [last.current, (index: number) => void (last.current = index)] as const;
}
