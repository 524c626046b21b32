import { minuteToMs, parseClock, parseDate, parseOffset } from '@daybook/engine/dates';
import { explain } from '@daybook/engine/explain';
import { instantsNamed } from '@daybook/engine/present';
import { hostsFreeAt, type Question } from '@daybook/engine/slots';
import type { PageFacts } from '../availability/public.ts';
import { wireTime } from '../platform/clock.ts';
import { conflict, invalidField } from '../platform/problems.ts';
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

/** The instants that can be meant, earliest first: two when clocks go back. */
export function instantsOf({ date, start, timeZone, offset }: When): number[] {
  const instants = instantsNamed(
    zoneNamed(timeZone),
    parseDate(date) ?? 0,
    parseClock(start) ?? 0,
    offset === undefined ? undefined : parseOffset(offset),
  );
  if (instants.length > 0) return instants;
  if (offset !== undefined) throw invalidField('offset', `${timeZone} does not have this offset at that time.`);
  throw invalidField('start', `Clocks in ${timeZone} skip this time on that date.`);
}

/** The window that covers them, for loading. */
export function windowAround(instants: readonly number[]): { start: number; end: number } {
  return { start: Math.min(...instants), end: Math.max(...instants) + 1 };
}

/** The first of the instants that is offered, with the hosts free at it; else why not, as 409 or 422. */
export function offeredAt(question: Question, instants: readonly number[]): { start: number; hosts: number[] } {
  for (const start of instants) {
    const hosts = hostsFreeAt(question, start);
    if (hosts.length > 0) return { start, hosts };
  }
  const reasons = instants.flatMap((instant) => {
    const found = explain(question, instant);
    return found.isOffered ? [] : [found.reason];
  });
  const [reason = 'not a start'] = reasons;
  if (reasons.some(isGone)) throw gone();
  throw invalidField('start', whyNever(reason));
}

export function gone() {
  return conflict('This time is no longer available.');
}

/** The columns of an event's time, with the page's buffers around it. */
export function hostTime(facts: PageFacts, eventId: string, start: number, durationMinutes: number): HostTime {
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
