import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import { Face } from '../kit/face.tsx';
import { formatTime, getNow, toWallTime } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { useShownEvent } from './held-cancel.ts';
import { buildColorStyle, usePageColor } from './page-color.ts';
import { formatPlace } from './place.ts';
import { keepSearch, formatInvitees, type ScheduledEvent } from './rules.ts';

interface EventRowProps {
  readonly event: ScheduledEvent;
  readonly isNext?: boolean;
  /** What can be done right here, beside the line. */
  readonly children?: ReactNode;
}

/** An event as a line that opens it. */
export function EventRow({ event: given, isNext = false, children }: EventRowProps) {
  const event = useShownEvent(given);
  return (
    <EventItem event={event} isNext={isNext}>
      <Link
        id={`event-${event.uuid}`}
        to="/events/$uuid"
        params={{ uuid: event.uuid }}
        search={keepSearch}
        activeOptions={{ includeSearch: false }}
      >
        <EventLine event={event} />
      </Link>
      {children}
    </EventItem>
  );
}

interface EventItemProps extends EventRowProps {
  /** In a list over many days: the first event of its day. */
  readonly isFirst?: boolean;
  readonly style?: CSSProperties;
  /** Its place in a list of which only a part is rendered. */
  readonly position?: { readonly index: number; readonly total: number };
}

export function EventItem(props: EventItemProps) {
  const { event, isNext = false, isFirst = false, style, position, children } = props;
  const isPast = Date.parse(event.endTime) < getNow();
  const classes = [
    isPast && 'past',
    event.status === 'cancelled' && 'is-cancelled',
    isNext && 'next',
    isFirst && 'first',
  ];
  return (
    <li
      className={classes.filter(Boolean).join(' ')}
      style={style}
      {...(position && { 'aria-posinset': position.index + 1, 'aria-setsize': position.total })}
    >
      {children}
    </li>
  );
}

/** What the line says. */
export function EventLine({ event }: { readonly event: ScheduledEvent }) {
  const isCancelled = event.status === 'cancelled';
  const name = formatInvitees(event);
  const color = usePageColor(event);
  return (
    <>
      <span className="when">
        <b>{formatTime(toWallTime(event.startTime).clock)}</b>
        <span className="faint">{formatTime(toWallTime(event.endTime).clock)}</span>
      </span>
      <span className="bar-c" data-color="page" style={buildColorStyle(color)} />
      <Face name={name} isBig />
      <span className="grow cut">
        <b className="name">{name}</b>
        <br />
        <span className="muted small">
          {[event.title, formatPlace(event.location.type)].filter(Boolean).join(', ')}
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
      <span className="hosts cut muted small">
        {event.hosts.map(({ firstName }) => firstName).join(', ')}
      </span>
    </>
  );
}
