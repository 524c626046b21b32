import { getCalendarDate, toClock, toIsoDate } from '@daybook/booking/calendar';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Problem } from '../kit/states.tsx';
import { buildQuery } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { formatTime, formatDay, ownZone, getToday, toWallTime } from '../platform/time.ts';
import { useNow } from '../platform/use-now.ts';
import { words } from '../platform/words/words.ts';
import { useCanManage, useSession } from '../shell/session.ts';
import { listViewDays } from './days.tsx';
import { HostStrip } from './host-strip.tsx';
import { HourCursor } from './hour-cursor.tsx';
import { moveFocus } from './move-focus.ts';
import { formatTarget } from './picked-text.ts';
import type { EventSearch } from './rules.ts';
import { SlotMenu } from './slot-menu.tsx';
import { useWeekHands } from './use-week-hands.ts';
import { useFilteredWeek } from './use-filtered-week.ts';
import { WeekEvent, type ShownEvent } from './week-event.tsx';
import { hourPixels, pixels, buildPlace } from './week-place.ts';
import { splitIntoPieces, placePieces } from './week.ts';

const noEvents: readonly ShownEvent[] = [];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** Seven days side by side: when somebody can be booked, is busy, and whom they meet. What is in it can be dragged. */
export function WeekView({ search }: { readonly search: EventSearch }) {
  const { first, last } = listViewDays('week', search.date);
  const session = useSession();
  const mayManage = useCanManage();
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
  const filtered = useFilteredWeek(search, { first, last });
  const found = filtered ?? data?.events ?? noEvents;
  const hands = useWeekHands({
    week: scroller,
    hourPixels,
    days: { first, last },
    events: found,
    host: search.host ?? session.email,
  });
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  const shown = { first, last, wallOf: (instant: string) => toWallTime(instant) };
  const pieces = placePieces(splitIntoPieces(hands.events, shown));
  const free = splitIntoPieces(data?.hours ?? [], shown);
  const busy = splitIntoPieces(
    (data?.busy ?? []).filter(({ eventUuid }) => eventUuid === null),
    shown,
  );
  const { lift, picked, cursor } = hands;
  const ghosts = lift && !lift.host ? splitIntoPieces([lift.target], shown) : [];
  const host = search.host === session.email ? undefined : search.host;
  return (
    <div className="week-box">
      <section
        className={`week${lift ? ' is-dragging' : ''}`}
        ref={scroller}
        aria-label={words.events.views.week}
        tabIndex={-1}
        onKeyDown={(event) => !hands.onKeyDown(event) && moveFocus(event)}
        onBlur={hands.onBlur}
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
            <div className="wc" style={{ height: `${pixels(24 * 60)}px` }} {...hands.getColumnHandlers(day)}>
              {free
                .filter((piece) => piece.day === day)
                .map((piece) => (
                  <div
                    key={`${piece.from} ${piece.event.host}`}
                    className="free"
                    style={{ ...buildPlace(piece), backgroundPositionY: `${-pixels(piece.from % 60)}px` }}
                  />
                ))}
              {busy
                .filter((piece) => piece.day === day)
                .map((piece, index) => (
                  <div key={index} className="busy" style={buildPlace(piece)}>
                    {piece.event.kind === 'out_of_office' ? words.direct.away : words.events.busy}
                  </div>
                ))}
              {cursor.day === day && (
                <HourCursor
                  key={`${cursor.day} ${cursor.from}`}
                  at={cursor}
                  isMoved={hands.isCursorMoved}
                  style={buildPlace(cursor)}
                  onKeyDown={hands.onCursorKey}
                  onPick={hands.pickCursor}
                />
              )}
              {pieces
                .filter((piece) => piece.day === day)
                .map((piece) => (
                  <WeekEvent
                    key={piece.event.uuid}
                    piece={piece}
                    style={{
                      top: `${pixels(piece.from) + 1}px`,
                      height: `${Math.max(22, pixels(piece.to - piece.from) - 3)}px`,
                    }}
                    isLifted={lift?.event.uuid === piece.event.uuid}
                    handlers={hands.getEventHandlers(piece.event)}
                  />
                ))}
              {ghosts
                .filter((piece) => piece.day === day)
                .map((piece) => (
                  <div key={piece.day} className="picked" style={buildPlace(piece)}>
                    {formatTarget(piece.event)}
                  </div>
                ))}
              {picked?.day === day &&
                (picked.isDone ? (
                  <SlotMenu
                    picked={picked}
                    host={host}
                    whyNot={host && !mayManage ? words.direct.ownTime : undefined}
                    style={buildPlace(picked)}
                    onClose={hands.closePicked}
                  />
                ) : (
                  <div className="picked" style={buildPlace(picked)} />
                ))}
              {day === getToday() && <NowLine />}
            </div>
          </section>
        ))}
      </section>
      {lift && hands.users.length > 0 && (
        <HostStrip users={hands.users} over={lift.host} onChoose={hands.chooseHost} />
      )}
      <span className="hidden" role="status">
        {hands.message}
      </span>
      {hands.dialog}
    </div>
  );
}

function DayHead({ day }: { readonly day: number }) {
  const { weekday, dayOfMonth } = getCalendarDate(day);
  return (
    <div className={`wh${day === getToday() ? ' now' : ''}`}>
      <span className="muted">{start.words.weekdaysShort[weekday]}</span> <b>{dayOfMonth}</b>
    </div>
  );
}

function NowLine() {
  const { clock } = toWallTime(useNow());
  const minutes = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  return <div className="nowl" style={{ top: `${pixels(minutes)}px` }} />;
}
