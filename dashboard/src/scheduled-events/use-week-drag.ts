import { minutesPerDay } from '@daybook/booking/calendar';
import { useRef, useState, type PointerEvent, type RefObject } from 'react';
import { usePointerDrag, type DragPoint } from '../kit/use-pointer-drag.ts';
import { getNow, toInstant, toWallTime } from '../platform/time.ts';
import {
  findDropSpot,
  pickHour,
  pickRange,
  resolveTarget,
  stepSpot,
  type DropTarget,
  type PickedTime,
  type Spot,
} from './drag.rules.ts';
import type { ShownEvent } from './week-event.tsx';

/** A finger that rests and is lifted picks an hour, as a click does. */
const stillMinutes = 8;

/** An event on its way to another time, or to another host. */
export interface Lift {
  readonly event: ShownEvent;
  readonly spot: Spot;
  readonly target: DropTarget;
  /** The address of the host under the pointer. */
  readonly host?: string | undefined;
  readonly isByKeys: boolean;
}

interface WeekDragOptions {
  readonly week: RefObject<HTMLElement | null>;
  readonly hourPixels: number;
  readonly days: { readonly first: number; readonly last: number };
  readonly onPick: (picked: PickedTime, isDone: boolean) => void;
  readonly onPickCanceled: () => void;
  readonly onDrop: (lift: Lift) => void;
}

/** Drags events of a week, and draws new times on what is empty. */
export function useWeekDrag({ week, hourPixels, days, onPick, onPickCanceled, onDrop }: WeekDragOptions) {
  const [lift, setLift] = useState<Lift>();
  const grabbed = useRef(0);
  const place = (event: ShownEvent, spot: Spot, more: Pick<Lift, 'isByKeys' | 'host'>): Lift => ({
    event,
    spot,
    target: resolveTarget(spot, event, { toInstant, toWallTime }),
    ...more,
  });
  const spotAt = ({ x, y }: DragPoint): Spot => findSpot(week.current, hourPixels, x, y);
  const liftAt = (event: ShownEvent, point: DragPoint): Lift => {
    const host = findHost(point);
    const spot = host ? startOf(event) : findDropSpot(spotAt(point), grabbed.current, days);
    return place(event, spot, { host, isByKeys: false });
  };
  const events = usePointerDrag<ShownEvent>({
    onStart: (event, point) => {
      const from = startOf(event);
      const at = spotAt(point);
      grabbed.current = (at.day - from.day) * minutesPerDay + at.minute - from.minute;
      setLift(place(event, from, { isByKeys: false }));
    },
    onMove: (event, point) => {
      scrollAtEdge(week.current, point.y);
      setLift(liftAt(event, point));
    },
    onDrop: (event, point) => {
      setLift(undefined);
      onDrop(liftAt(event, point));
    },
    onCancel: () => setLift(undefined),
  });
  const drawn = useRef<Spot>({ day: 0, minute: 0 });
  const empty = usePointerDrag<number>({
    onStart: (_, point) => {
      drawn.current = spotAt(point);
      onPick(pickHour(drawn.current), false);
    },
    onMove: (_, point) => onPick(pickRange(drawn.current, spotAt(point).minute), false),
    onDrop: (_, point) => {
      const until = spotAt(point).minute;
      const isHeld = Math.abs(until - drawn.current.minute) < stillMinutes;
      onPick(isHeld ? pickHour(drawn.current) : pickRange(drawn.current, until), true);
    },
    onCancel: onPickCanceled,
    onClick: (_, point) => onPick(pickHour(spotAt(point)), true),
  });
  const getColumnHandlers = (day: number) => {
    const handlers = empty.getHandlers(day);
    return {
      ...handlers,
      onPointerDown: (event: PointerEvent<HTMLElement>): void => {
        if (!(event.target as Element).closest('.ev')) handlers.onPointerDown(event);
      },
    };
  };
  return {
    lift,
    getEventHandlers: (event: ShownEvent) =>
      Date.parse(event.startTime) > getNow() ? events.getHandlers(event) : {},
    getColumnHandlers,
    /** By keys: from where the event is. */
    start: (event: ShownEvent): void => setLift(place(event, startOf(event), { isByKeys: true })),
    /** Where a key leads to, if it is one of those that move. */
    step: (key: string, forward: 1 | -1): Lift | undefined => {
      const spot = lift && stepSpot(lift.spot, key, forward, days);
      const next = lift && spot && place(lift.event, spot, { isByKeys: true });
      if (next) setLift(next);
      return next;
    },
    stop: (): void => setLift(undefined),
  };
}

function startOf({ startTime }: ShownEvent): Spot {
  const { day, clock } = toWallTime(startTime);
  return { day, minute: Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)) };
}

/** In the column under the pointer, or the nearest one. */
function findSpot(week: HTMLElement | null, hourPixels: number, x: number, y: number): Spot {
  const columns = [...(week?.querySelectorAll<HTMLElement>('[data-day]') ?? [])].map((element) => {
    const { left, right } = element.getBoundingClientRect();
    return { element, far: Math.max(left - x, x - right, 0) };
  });
  const [nearest] = columns.toSorted((a, b) => a.far - b.far);
  const top = nearest?.element.querySelector('.wc')?.getBoundingClientRect().top ?? 0;
  return { day: Number(nearest?.element.dataset['day']), minute: ((y - top) / hourPixels) * 60 };
}

function findHost({ x, y }: DragPoint): string | undefined {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-host]')?.dataset['host'];
}

const edgePixels = 40;

/** What is not on the screen can be reached by dragging to the edge. */
function scrollAtEdge(week: HTMLElement | null, y: number): void {
  if (!week) return;
  const { top, bottom } = week.getBoundingClientRect();
  if (y < top + edgePixels) week.scrollTop -= edgePixels / 2;
  else if (y > bottom - edgePixels) week.scrollTop += edgePixels / 2;
}
