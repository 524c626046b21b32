import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import { colorOf, Face } from '../kit/face.tsx';
import { clockIn, now, shortWeekdayText, wallAt } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { placeText } from './place.ts';
import { keepSearch, inviteeText, type ScheduledEvent } from './rules.ts';

interface EventRowProps {
  readonly event: ScheduledEvent;
  readonly isNext?: boolean;
  /** In a list over many days: the day, on its first event. */
  readonly day?: number;
  readonly style?: CSSProperties;
  /** Its place in a list of which only a part is rendered. */
  readonly position?: { readonly index: number; readonly total: number };
  readonly onFocus?: () => void;
  /** What can be done right here, beside the line. */
  readonly children?: ReactNode;
}

/** An event as a line that opens it. */
export function EventRow({ event, isNext = false, day, style, position, onFocus, children }: EventRowProps) {
  const isPast = Date.parse(event.endTime) < now();
  const isCancelled = event.status === 'cancelled';
  const name = inviteeText(event);
  const classes = [isPast && 'past', isCancelled && 'is-cancelled', isNext && 'next', day && 'first'];
  return (
    <li
      className={classes.filter(Boolean).join(' ')}
      style={style}
      {...(position && { 'aria-posinset': position.index + 1, 'aria-setsize': position.total })}
    >
      <Link
        id={`event-${event.uuid}`}
        data-row={position?.index}
        to="/events/$uuid"
        params={{ uuid: event.uuid }}
        search={keepSearch}
        activeOptions={{ includeSearch: false }}
        onFocus={onFocus}
      >
        {position && <span className="on-day">{day !== undefined && shortWeekdayText(day)}</span>}
        <span className="when">
          <b>{clockIn(wallAt(event.startTime).clock)}</b>
          <span className="faint">{clockIn(wallAt(event.endTime).clock)}</span>
        </span>
        <span className="bar-c" data-color={colorOf(event.title)} />
        <Face name={name} isBig />
        <span className="grow cut">
          <b className="name">{name}</b>
          <br />
          <span className="muted small">
            {[event.title, placeText(event.location.type)].filter(Boolean).join(', ')}
          </span>
        </span>
        {isCancelled && (
          <span className="tag" data-color="gray">
            {words.events.cancelled}
          </span>
        )}
        {!isCancelled && event.invitees.some(({ noShow }) => noShow) && (
          <span className="tag" data-color="orange">
            {words.events.noShow}
          </span>
        )}
        <span className="hosts muted small">{event.hosts.map(({ firstName }) => firstName).join(', ')}</span>
      </Link>
      {children}
    </li>
  );
}
