import { minutesPerDay } from '@daybook/booking/calendar';
import { getOffset, type Spans } from '@daybook/booking/zones';

/**
 * The instant at which clocks of a zone show a time, both in minutes. A time that clocks skip in spring is as much later; of one that
 * they show twice in autumn it is the first, as on the server.
 */
export function resolveWallTime(spans: Spans, wall: number): number {
  const before = wall - getOffset(spans, wall - minutesPerDay);
  const after = wall - getOffset(spans, wall + minutesPerDay);
  const isShownAt = (instant: number): boolean => instant + getOffset(spans, instant) === wall;
  return isShownAt(before) || !isShownAt(after) ? before : after;
}
