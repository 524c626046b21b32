import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { colorOf, Face } from '../kit/face.tsx';
import { clockIn, now, wallAt } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { placeText } from './place.ts';
import { inviteeText, type ScheduledEvent } from './rules.ts';

interface EventRowProps {
  readonly event: ScheduledEvent;
  readonly isNext?: boolean;
  /** What can be done right here, beside the line. */
  readonly children?: ReactNode;
}

/** An event as a line that opens it. */
export function EventRow({ event, isNext = false, children }: EventRowProps) {
  const isPast = Date.parse(event.endTime) < now();
  const isCancelled = event.status === 'cancelled';
  const name = inviteeText(event);
  return (
    <li className={`${isPast ? 'past' : ''}${isCancelled ? ' is-cancelled' : ''}${isNext ? ' next' : ''}`}>
      <Link
        id={`event-${event.uuid}`}
        to="/events/$uuid"
        params={{ uuid: event.uuid }}
        search={(search) => search}
        activeOptions={{ includeSearch: false }}
      >
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
        <span className="hosts muted small">{event.hosts.map(({ firstName }) => firstName).join(', ')}</span>
      </Link>
      {children}
    </li>
  );
}
