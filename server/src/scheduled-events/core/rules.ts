import { floorToMinute } from '@daybook/engine/dates';
import type { Meeting } from './events.ts';
import type { EventRow } from './store.ts';

/** Its start as the engine counts, in minutes. */
export function getStart(event: { readonly starts_at: string }): number {
  return floorToMinute(Date.parse(event.starts_at));
}

/** An event that has begun can no longer be moved or given up by its invitees. */
export function isOver(event: { readonly starts_at: string }, now: Date): boolean {
  return Date.parse(event.starts_at) <= now.getTime();
}

/** An event as it stands now, for what is published about its invitees. */
export function toMeeting(
  event: Pick<EventRow, 'starts_at' | 'ends_at' | 'duration' | 'status' | 'sequence'>,
  hostIds: readonly string[],
): Meeting {
  const { starts_at: startsAt, ends_at: endsAt, duration, status, sequence } = event;
  return { startsAt, endsAt, duration, status, sequence, hostIds: [...hostIds] };
}
