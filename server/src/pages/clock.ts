import { CLOCK_TEXTS, MINUTES_PER_DAY } from '@daybook/engine/dates';
import { toWallTime, type Zone } from '@daybook/engine/zones';

/** What the clock of a zone shows at an instant. */
export function formatClockAt(zone: Zone, instant: number): string {
  const wall = toWallTime(zone, instant);
  return CLOCK_TEXTS[wall - Math.floor(wall / MINUTES_PER_DAY) * MINUTES_PER_DAY] ?? '';
}
