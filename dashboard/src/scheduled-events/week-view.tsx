import { getCalendarDate, toClock, toIsoDate } from '@daybook/booking/calendar';
import type { Result } from '@daybook/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { Problem } from '../kit/states.tsx';
import { buildQuery } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { formatTime, formatDay, ownZone, getToday, toWallTime } from '../platform/time.ts';
import { useNow } from '../platform/use-now.ts';
import { words } from '../platform/words/words.ts';
import { listViewDays } from './days.tsx';
import { buildColorStyle } from './page-color.ts';
import { keepSearch, type EventSearch } from './rules.ts';
import { splitIntoPieces, placePieces, type PlacedPiece } from './week.ts';

type Calendar = Result<'readCalendar'>;
type CalendarEvent = Calendar['events'][number];

const hourPixels = 56;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const pixels = (minutes: number): number => (minutes / 60) * hourPixels;

/** Seven days side by side: when somebody can be booked, is busy, and whom they meet. */
export function WeekView({ search }: { readonly search: EventSearch }) {
  const { first, last } = listViewDays('week', search.date);
  const { data, error, refetch } = useQuery({
    ...buildQuery('readCalendar', {
      query: {
        from: toIsoDate(first),
        to: toIsoDate(last),
        timeZone: ownZone,
        ...(search.host && { hosts: search.host }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const scroller = useRef<HTMLElement>(null);
  // The working day is what one came for; the night is a scroll away.
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = pixels(7.75 * 60);
  }, []);
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  const shown = { first, last, wallOf: (instant: string) => toWallTime(instant) };
  const events = (data?.events ?? []).filter((event) => isShown(event, search));
  const pieces = placePieces(splitIntoPieces(events, shown));
  const free = splitIntoPieces(data?.hours ?? [], shown);
  const busy = splitIntoPieces(
    (data?.busy ?? []).filter(({ eventUuid }) => eventUuid === null),
    shown,
  );
  return (
    <section
      className="week"
      ref={scroller}
      aria-label={words.events.views.week}
      tabIndex={-1}
      onKeyDown={moveFocus}
    >
      <div className="gut" aria-hidden="true">
        <div className="wh" />
        {hours.slice(1).map((hour) => (
          <span key={hour} style={{ top: `${52 + pixels(hour * 60)}px` }}>
            {formatTime(toClock(hour * 60))}
          </span>
        ))}
      </div>
      {Array.from({ length: 7 }, (_, index) => first + index).map((day) => (
        <section key={day} className="wd" aria-label={formatDay(day)} data-day={day}>
          <DayHead day={day} />
          <div className="wc" style={{ height: `${pixels(24 * 60)}px` }}>
            {free
              .filter((piece) => piece.day === day)
              .map((piece) => (
                <div
                  key={`${piece.from} ${piece.event.host}`}
                  className="free"
                  style={{ ...placeOf(piece), backgroundPositionY: `${-pixels(piece.from % 60)}px` }}
                />
              ))}
            {busy
              .filter((piece) => piece.day === day)
              .map((piece, index) => (
                <div key={index} className="busy" style={placeOf(piece)}>
                  {words.events.busy}
                </div>
              ))}
            {pieces
              .filter((piece) => piece.day === day)
              .map((piece) => (
                <WeekEvent key={piece.event.uuid} piece={piece} />
              ))}
            {day === getToday() && <NowLine />}
          </div>
        </section>
      ))}
    </section>
  );
}

/** The calendar has every event of the hosts; filters that it does not know are applied here. */
function isShown({ eventTypeUuid, title, invitees }: CalendarEvent, { page, q = '' }: EventSearch): boolean {
  const text = q.trim().toLowerCase();
  const isFound = [title, ...invitees].some((name) => name.toLowerCase().includes(text));
  return isFound && (page === undefined || eventTypeUuid === page);
}

function placeOf({ from, to }: { readonly from: number; readonly to: number }) {
  return { top: `${pixels(from)}px`, height: `${pixels(to - from)}px` };
}

function DayHead({ day }: { readonly day: number }) {
  const { weekday, dayOfMonth } = getCalendarDate(day);
  return (
    <div className={`wh${day === getToday() ? ' now' : ''}`}>
      <span className="muted">{start.words.weekdaysShort[weekday]}</span> <b>{dayOfMonth}</b>
    </div>
  );
}

function WeekEvent({ piece }: { readonly piece: PlacedPiece<CalendarEvent> }) {
  const { uuid } = useParams({ strict: false });
  const { event, from, to, column, columns } = piece;
  const [first] = event.invitees;
  const others = event.activeInviteesCount - 1;
  const name = first ? (others > 0 ? `${first} + ${others}` : first) : event.title;
  const isShort = to - from < 45;
  const time = formatTime(toWallTime(event.startTime).clock);
  return (
    <Link
      id={`event-${event.uuid}`}
      className={`ev${isShort ? ' short' : ''}`}
      data-color="page"
      to="/events/$uuid"
      params={{ uuid: event.uuid }}
      search={keepSearch}
      aria-current={event.uuid === uuid ? 'true' : undefined}
      title={`${time} ${name}, ${event.title}`}
      style={{
        ...buildColorStyle(event.color),
        top: `${pixels(from) + 1}px`,
        height: `${Math.max(22, pixels(to - from) - 3)}px`,
        insetInlineStart: `calc(${(column / columns) * 100}% + 2px)`,
        width: `calc(${100 / columns}% - 5px)`,
      }}
    >
      <b className="cut" dir="auto">
        {name}
      </b>
      <span className="cut" dir="auto">
        {isShort ? time : `${time} ${event.title}`}
      </span>
    </Link>
  );
}

function NowLine() {
  const { clock } = toWallTime(useNow());
  const minutes = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  return <div className="nowl" style={{ top: `${pixels(minutes)}px` }} />;
}

/** Up and down go from event to event, left and right to the nearest one of the neighbouring days. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const from = document.activeElement?.closest<HTMLElement>('.ev');
  if (!from || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('.ev')];
  const dayOf = (element: HTMLElement): number =>
    Number(element.closest<HTMLElement>('[data-day]')?.dataset['day']);
  const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
  const across = { ArrowRight: forward, ArrowLeft: -forward }[event.key];
  const along = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const next =
    along === undefined
      ? across === undefined
        ? undefined
        : nearest(all, from, (element) => Math.sign(dayOf(element) - dayOf(from)) === across, dayOf)
      : all[all.indexOf(from) + along];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function nearest(
  all: readonly HTMLElement[],
  from: HTMLElement,
  isOnSide: (element: HTMLElement) => boolean,
  dayOf: (element: HTMLElement) => number,
): HTMLElement | undefined {
  const far = (element: HTMLElement): number =>
    Math.abs(dayOf(element) - dayOf(from)) * 10_000 + Math.abs(element.offsetTop - from.offsetTop);
  return all.filter(isOnSide).toSorted((a, b) => far(a) - far(b))[0];
}
