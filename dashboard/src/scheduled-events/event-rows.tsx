import { plural } from '@daybook/booking/locale';
import { useQueries } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { Problem, Skeleton } from '../kit/states.tsx';
import { useShortcut } from '../platform/commands.ts';
import { query } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { wallAt } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { NoEvents } from './no-events.tsx';
import { EventRow } from './row.tsx';
import type { EventSearch, ScheduledEvent } from './rules.ts';
import { queryOf } from './query-of.ts';
import { useWindow } from './use-window.ts';

const pageSize = 100;
const rowPixels = 60;

/**
 * Any number of events, of which those on the screen are rendered, and the pages that they stand on are asked for. A page number makes
 * every place of the list one request away.
 */
export function EventRows({ search }: { readonly search: EventSearch }) {
  const { ref, shown, scrollTo } = useWindow(rowPixels);
  const { total, eventAt, error, retry } = useSparseEvents(search, shown);
  const [lastIndex, focusIndex] = useRowKeys({ total: total ?? 0, eventAt, scrollTo });
  if (error && total === undefined) return <Problem error={error} onRetry={retry} />;
  if (total === 0) return <NoEvents search={search} />;
  const indexes = indexesOf(shown, total ?? 0, lastIndex);
  return (
    <section className="list" ref={ref} aria-label={words.events.list} tabIndex={-1}>
      {total === undefined ? (
        <Skeleton rows={10} />
      ) : (
        <>
          <ul className="agenda rows" style={{ height: `${total * rowPixels}px` }}>
            {indexes.map((index) => {
              const event = eventAt(index);
              const place = { transform: `translateY(${index * rowPixels}px)` };
              if (!event || shown.isFast) {
                return (
                  <li key={index} className="ghost-row" style={place}>
                    <span className="ghost" />
                  </li>
                );
              }
              const day = wallAt(event.startTime).day;
              const previous = eventAt(index - 1);
              return (
                <EventRow
                  key={index}
                  event={event}
                  style={place}
                  position={{ index, total }}
                  {...((!previous || wallAt(previous.startTime).day !== day) && { day })}
                  onFocus={() => focusIndex(index)}
                />
              );
            })}
          </ul>
          <footer className="foot">{plural(start.words, words.events.count, total)}</footer>
        </>
      )}
    </section>
  );
}

/** Those on the screen, and the one with the focus: without it the focus would fall to the document. */
function indexesOf(
  { first, last }: { readonly first: number; readonly last: number },
  total: number,
  focused: number | undefined,
): number[] {
  const end = Math.min(total, last);
  const seen = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  const isApart = focused !== undefined && focused < total && (focused < first || focused >= end);
  return isApart ? [...seen, focused].sort((a, b) => a - b) : seen;
}

function useSparseEvents(
  search: EventSearch,
  { first, last, isFast }: { readonly first: number; readonly last: number; readonly isFast: boolean },
) {
  const filter = queryOf(search);
  const key = JSON.stringify(filter);
  const known = useRef({ key, total: undefined as number | undefined, pages: [1] as readonly number[] });
  if (known.current.key !== key) known.current = { key, total: undefined, pages: [1] };
  if (!isFast) {
    const [from, to] = [Math.floor(first / pageSize) + 1, Math.floor(last / pageSize) + 1];
    const most = Math.max(1, Math.ceil((known.current.total ?? 0) / pageSize));
    known.current.pages = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
      (page) => page === 1 || page <= most,
    );
  }
  const { pages } = known.current;
  const results = useQueries({
    queries: pages.map((page) =>
      query('listScheduledEvents', { query: { ...filter, page, count: pageSize } }),
    ),
  });
  const total = results.find(({ data }) => data)?.data?.total ?? known.current.total;
  known.current.total = total;
  const eventAt = (index: number): ScheduledEvent | undefined => {
    const at = pages.indexOf(Math.floor(index / pageSize) + 1);
    return index < 0 ? undefined : results[at]?.data?.items[index % pageSize];
  };
  const failed = results.find(({ error }) => error);
  return { total, eventAt, error: failed?.error ?? null, retry: () => void failed?.refetch() };
}

interface RowKeys {
  readonly total: number;
  readonly eventAt: (index: number) => ScheduledEvent | undefined;
  readonly scrollTo: (index: number) => void;
}

/** `J` and `K` go to the next and previous event; with one open, they open the other. */
function useRowKeys({ total, eventAt, scrollTo }: RowKeys) {
  const { uuid } = useParams({ strict: false });
  const navigate = useNavigate({ from: '/events' });
  const last = useRef<number>(undefined);
  const step = (by: 1 | -1): void => {
    const index = Math.min(total - 1, Math.max(0, (last.current ?? -1) + by));
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
