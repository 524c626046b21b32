import { minutesPerDay, toClock, toIsoDate } from '@daybook/booking/calendar';

/** What is dragged in a week, in days and minutes of the reader's clock. Pure, so that Node can test it. */

const stepMinutes = 15;
const halfHour = 30;
const hour = 60;

export interface Spot {
  readonly day: number;
  readonly minute: number;
}

interface Days {
  readonly first: number;
  readonly last: number;
}

/** A part of a day. */
export interface PickedTime {
  readonly day: number;
  readonly from: number;
  readonly to: number;
}

/** The hour that a click means: from the half hour under the pointer. */
export function pickHour({ day, minute }: Spot): PickedTime {
  const from = Math.min(minutesPerDay - hour, Math.max(0, Math.floor(minute / halfHour) * halfHour));
  return { day, from, to: from + hour };
}

/** From where the pointer was pressed to where it is, on one day and in whole steps. */
export function pickRange({ day, minute }: Spot, until: number): PickedTime {
  const [first, last] = [Math.min(minute, until), Math.max(minute, until)];
  const from = clamp(Math.floor(first / stepMinutes) * stepMinutes, 0, minutesPerDay - stepMinutes);
  const to = clamp(Math.ceil(last / stepMinutes) * stepMinutes, from + stepMinutes, minutesPerDay);
  return { day, from, to };
}

/** Where an event begins that is held `grabbed` minutes after its start. */
export function findDropSpot({ day, minute }: Spot, grabbed: number, days: Days): Spot {
  const at = day * minutesPerDay + Math.round((minute - grabbed) / stepMinutes) * stepMinutes;
  const first = days.first * minutesPerDay;
  const last = (days.last + 1) * minutesPerDay - stepMinutes;
  return toSpot(clamp(at, first, last));
}

/** One step by keys: a quarter of an hour up or down, a day to the sides. Undefined for other keys. */
export function stepSpot({ day, minute }: Spot, key: string, forward: 1 | -1, days: Days): Spot | undefined {
  const sideways = { ArrowRight: forward, ArrowLeft: -forward }[key];
  if (sideways !== undefined) return { day: clamp(day + sideways, days.first, days.last), minute };
  const along = { ArrowDown: 1, ArrowUp: -1, PageDown: 4, PageUp: -4 }[key];
  return along === undefined ? undefined : findDropSpot({ day, minute }, -along * stepMinutes, days);
}

/** The hour that keys reach next: half an hour up or down, or on another day. Undefined for other keys. */
export function stepHour(
  { day, from }: PickedTime,
  key: string,
  forward: 1 | -1,
  days: Days,
): PickedTime | undefined {
  const sideways = { ArrowRight: forward, ArrowLeft: -forward }[key];
  const along = { ArrowDown: 1, ArrowUp: -1, PageDown: 4, PageUp: -4 }[key];
  if (sideways === undefined && along === undefined) return undefined;
  const on = clamp(day + (sideways ?? 0), days.first, days.last);
  const at = clamp(from + (along ?? 0) * halfHour, 0, minutesPerDay - hour);
  return { day: on, from: at, to: at + hour };
}

interface Clock {
  /** The instant at which the reader's clock shows a time. */
  readonly toInstant: (wall: { readonly day: number; readonly clock: string }) => string;
  readonly toWallTime: (instant: number) => { readonly day: number; readonly clock: string };
}

/** An event at another start. It takes as long as before; a start that clocks skip is moved behind the gap. */
export interface DropTarget {
  readonly date: string;
  readonly start: string;
  readonly startTime: string;
  readonly endTime: string;
}

export function resolveTarget(
  { day, minute }: Spot,
  { startTime, endTime }: { readonly startTime: string; readonly endTime: string },
  { toInstant, toWallTime }: Clock,
): DropTarget {
  const startsAt = Date.parse(toInstant({ day, clock: toClock(minute) }));
  const wall = toWallTime(startsAt);
  const lengthMs = Date.parse(endTime) - Date.parse(startTime);
  return {
    date: toIsoDate(wall.day),
    start: wall.clock,
    startTime: new Date(startsAt).toISOString(),
    endTime: new Date(startsAt + lengthMs).toISOString(),
  };
}

export function toSpot(minutes: number): Spot {
  const day = Math.floor(minutes / minutesPerDay);
  return { day, minute: minutes - day * minutesPerDay };
}

/** `2026-11-17T10:15`, as fields for a date and a time take it. */
export function formatLocal(day: number, minute: number): string {
  const { day: on, minute: at } = toSpot(day * minutesPerDay + minute);
  return `${toIsoDate(on)}T${toClock(at)}`;
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
