import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { useShortcut } from '../platform/commands.ts';
import { buildQuery } from '../platform/query.ts';
import { getNow, getToday } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { stepHour, type PickedTime } from './drag.rules.ts';
import { forward } from './move-focus.ts';
import { formatTarget } from './picked-text.ts';
import { useChangeEvent } from './use-change-event.tsx';
import { useWeekDrag, type Lift } from './use-week-drag.ts';
import { formatWho, type ShownEvent } from './week-event.tsx';

interface WeekHandsOptions {
  readonly week: RefObject<HTMLElement | null>;
  readonly hourPixels: number;
  readonly days: { readonly first: number; readonly last: number };
  readonly events: readonly ShownEvent[];
  /** The address of the host whose week it is. */
  readonly host: string;
}

interface Picked extends PickedTime {
  /** Whether it is drawn to its end. */
  readonly isDone: boolean;
}

const hour = 60;
/** As many as fit beside a week; the dialog of an event has all. */
const maxUsers = 24;

/** What pointers and keys do in a week: move its events, and pick times between them. */
export function useWeekHands({ week, hourPixels, days, events, host }: WeekHandsOptions) {
  const change = useChangeEvent(host);
  const [picked, setPicked] = useState<Picked>();
  const [message, setMessage] = useState('');
  const [reached, setReached] = useState<PickedTime>();
  const users = useQuery({
    ...buildQuery('listUsers', { query: { per_page: 100, isActive: 'true' } }),
    enabled: events.length > 0,
  });
  const drop = ({ event, target, host: to }: Lift): void => {
    const user = users.data?.items.find(({ email }) => email === to);
    if (user) void change.reassign(event, user);
    else if (!to) void change.reschedule(event, target);
  };
  const drag = useWeekDrag({
    week,
    hourPixels,
    days,
    onPick: (time, isDone) => setPicked({ ...time, isDone }),
    onPickCanceled: () => setPicked(undefined),
    onDrop: drop,
  });
  const { lift } = drag;
  const focusEvent = (uuid: string): void => {
    requestAnimationFrame(() => document.getElementById(`event-${uuid}`)?.focus());
  };
  const cancel = (): void => {
    if (!lift) return;
    drag.stop();
    setMessage(interpolate(words.direct.stays, { name: formatWho(lift.event) }));
    focusEvent(lift.event.uuid);
  };
  useShortcut('m', words.direct.moveByKeys, () => {
    const id = document.activeElement?.closest('.ev')?.id.replace(/^event-/, '');
    const event = events.find(({ uuid }) => uuid === id);
    if (!event || event.isCancelled || Date.parse(event.startTime) <= getNow()) return;
    drag.start(event);
    setMessage(interpolate(words.direct.lift, { name: formatWho(event) }));
  });
  /** True when it was a key of a move that is under way. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!lift?.isByKeys || event.altKey || event.ctrlKey || event.metaKey) return false;
    const next = drag.step(event.key, forward());
    if (next) setMessage(formatTarget(next.target));
    else if (event.key === 'Escape') cancel();
    else if (event.key === 'Enter') {
      drag.stop();
      drop(lift);
      focusEvent(lift.event.uuid);
    } else return event.key !== 'Tab';
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const today = getToday();
  const isHere = reached && days.first <= reached.day && reached.day <= days.last;
  const firstDay = days.first <= today && today <= days.last ? today : days.first;
  const cursor = isHere ? reached : { day: firstDay, from: 9 * hour, to: 10 * hour };
  const pick = (time: PickedTime): void => setPicked({ ...time, isDone: true });
  return {
    ...drag,
    picked,
    message,
    cursor,
    isCursorMoved: reached === cursor,
    dialog: change.dialog,
    events: events.flatMap((event) => {
      const times = change.overrides.get(event.uuid);
      return times === null ? [] : [{ ...event, ...times }];
    }),
    /** Those who don't host the event that is moved. */
    users: (users.data?.items ?? [])
      .filter(({ uuid, email }) => !lift?.event.hosts.some((each) => each === uuid || each === email))
      .slice(0, maxUsers),
    chooseHost: (user: { readonly email: string }): void => {
      if (!lift) return;
      drag.stop();
      drop({ ...lift, host: user.email });
      week.current?.focus();
    },
    closePicked: (): void => setPicked(undefined),
    pickCursor: (): void => pick(cursor),
    /** A move by keys ends where the focus leaves it, unless it goes to the hosts. */
    onBlur: ({ relatedTarget }: FocusEvent): void => {
      if (lift?.isByKeys && !(relatedTarget as Element | null)?.closest('.host-strip, .ev')) drag.stop();
    },
    onKeyDown,
    onCursorKey: (event: KeyboardEvent): void => {
      const next = stepHour(cursor, event.key, forward(), days);
      if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      setReached(next);
    },
  };
}
