import type { Result } from '@daybook/client';
import { Link, useParams } from '@tanstack/react-router';
import type { CSSProperties, HTMLAttributes } from 'react';
import { formatTime, toWallTime } from '../platform/time.ts';
import { buildColorStyle } from './page-color.ts';
import { keepSearch } from './rules.ts';
import type { PlacedPiece } from './week.ts';

type CalendarEvent = Result<'readCalendar'>['events'][number];

/** An event of the calendar, or of the list where it is filtered. */
export interface ShownEvent extends Pick<
  CalendarEvent,
  'uuid' | 'title' | 'startTime' | 'endTime' | 'invitees' | 'activeInviteesCount'
> {
  /** Users, by uuid or address. */
  readonly hosts: readonly string[];
  readonly color: string | undefined;
  readonly isCancelled?: boolean;
}

interface WeekEventProps {
  readonly piece: PlacedPiece<ShownEvent>;
  readonly style: CSSProperties;
  readonly isLifted: boolean;
  readonly handlers: HTMLAttributes<HTMLElement>;
}

export function formatWho({ invitees, activeInviteesCount, title }: ShownEvent): string {
  const [first] = invitees;
  const others = activeInviteesCount - 1;
  return first ? (others > 0 ? `${first} + ${others}` : first) : title;
}

/** An event of a week, which opens beside it and is dragged to another time. */
export function WeekEvent({ piece, style, isLifted, handlers }: WeekEventProps) {
  const { uuid } = useParams({ strict: false });
  const { event, from, to, column, columns } = piece;
  const name = formatWho(event);
  const isShort = to - from < 45;
  const time = formatTime(toWallTime(event.startTime).clock);
  return (
    <Link
      id={`event-${event.uuid}`}
      className={`ev${isShort ? ' short' : ''}${event.isCancelled ? ' is-cancelled' : ''}`}
      data-color="page"
      data-lifted={isLifted || undefined}
      to="/events/$uuid"
      params={{ uuid: event.uuid }}
      search={keepSearch}
      draggable={false}
      aria-current={event.uuid === uuid ? 'true' : undefined}
      aria-keyshortcuts="m"
      title={`${time} ${name}, ${event.title}`}
      style={{
        ...buildColorStyle(event.color),
        ...style,
        insetInlineStart: `calc(${(column / columns) * 100}% + 2px)`,
        width: `calc(${100 / columns}% - 5px)`,
      }}
      {...(!event.isCancelled && handlers)}
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
