import { minuteFloor, minuteToMs, modulo, parseClock, parseDate, parseOffset } from '@daybook/engine/dates';
import { explain } from '@daybook/engine/explain';
import { instantsNamed } from '@daybook/engine/present';
import { hostsAbleAt, type SlotQuery } from '@daybook/engine/slots';
import { gridOf } from '@daybook/engine/starts';
import { wallAt } from '@daybook/engine/zones';
import type { PageFacts } from '../availability/public.ts';
import { wireTime } from '../platform/clock.ts';
import { conflict, invalid, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import { zoneNamed } from '../platform/zones.ts';
import { isGone, whyNever } from './rules.ts';
import type { HostTime } from './store.ts';

/** A time as an invitee names it: on their clock. */
export interface When {
  readonly date: string;
  readonly start: string;
  readonly timeZone: string;
  readonly offset?: string | undefined;
}

/** A time of which all could be read. */
export function whenIn(fields: Partial<When>): When | undefined {
  const { date, start, timeZone, offset } = fields;
  const isWhole = date !== undefined && start !== undefined && timeZone !== undefined && 'offset' in fields;
  return isWhole ? { date, start, timeZone, offset } : undefined;
}

/** The instants that can be meant, earliest first: two when clocks go back. */
export function instantsOf(when: When): number[] {
  const instants = instantsAt(when);
  if (instants.length === 0) throw invalid(noSuchTime(when));
  return instants;
}

/** None when clocks skip the time. */
function instantsAt({ date, start, timeZone, offset }: When): number[] {
  return instantsNamed(
    zoneNamed(timeZone),
    parseDate(date) ?? 0,
    parseClock(start) ?? 0,
    offset === undefined ? undefined : parseOffset(offset),
  );
}

function noSuchTime({ timeZone, offset }: When): FieldErrors {
  return offset === undefined
    ? { start: [`Clocks in ${timeZone} skip this time on that date.`] }
    : { offset: [`${timeZone} does not have this offset at that time.`] };
}

/** The window that covers them, for loading. */
export function windowAround(instants: readonly number[]): { start: number; end: number } {
  return { start: Math.min(...instants), end: Math.max(...instants) + 1 };
}

/** The same for a time that may not be known, or not exist: then any will do. */
export function windowOf(when: When | undefined, now: Date): { start: number; end: number } {
  return windowOver(when ? [when] : [], now);
}

/** The same for several times. */
export function windowOver(times: readonly When[], now: Date): { start: number; end: number } {
  const instants = times.flatMap(instantsAt);
  return windowAround(instants.length > 0 ? instants : [minuteFloor(now.getTime())]);
}

/** The first of the instants that is offered, with the hosts free at it; else why not, as 409 or 422. */
export function offeredAt(query: SlotQuery, instants: readonly number[]): { start: number; hosts: number[] } {
  for (const start of instants) {
    const hosts = hostsAbleAt(query, start);
    if (hosts.length > 0) return { start, hosts };
  }
  throwIfInvalid(neverOffered(query, instants));
  throw gone();
}

/** What is wrong with a time, whoever has it by now: it does not exist, or is never offered. */
export function validateTime(query: SlotQuery, when: When): FieldErrors {
  const instants = instantsAt(when);
  if (instants.length === 0) return noSuchTime(when);
  const isOffered = instants.some((instant) => hostsAbleAt(query, instant).length > 0);
  return isOffered ? {} : neverOffered(query, instants);
}

/** Of instants that are not offered: why none of them ever was. */
function neverOffered(query: SlotQuery, instants: readonly number[]): FieldErrors {
  if (instants.some((instant) => wasOffered(query, instant))) return {};
  const found = explain(query, instants[0] ?? 0);
  return { start: [whyNever(found.isOffered ? 'not a start' : found.reason)] };
}

/**
 * Whether a time that is taken can have been seen by somebody before: starts follow the free ranges, which bookings cut
 * and cancellations join, but they always lie on the page's grid.
 */
function wasOffered(query: SlotQuery, instant: number): boolean {
  const found = explain(query, instant);
  if (found.isOffered || !isGone(found.reason)) return false;
  if (query.page.onlyStarts) return true;
  const grid = gridOf(query.page.intervalMinutes);
  return query.hosts.some(({ zone }) => modulo(wallAt(zone, instant), grid) === 0);
}

export function gone() {
  return conflict('This time is no longer available.');
}

/** The columns of an event's time, with the page's buffers around it. */
export function hostTime(
  facts: PageFacts,
  eventId: string,
  start: number,
  durationMinutes: number,
): HostTime {
  const end = start + durationMinutes;
  return {
    event_id: eventId,
    event_type_id: facts.id,
    starts_at: at(start),
    ends_at: at(end),
    busy_from: at(start - facts.bufferBefore),
    busy_to: at(end + facts.bufferAfter),
  };
}

function at(minute: number): string {
  return wireTime(new Date(minuteToMs(minute)));
}
