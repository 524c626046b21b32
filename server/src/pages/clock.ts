import { CLOCK_TEXTS, MINUTES_PER_DAY } from '@daybook/engine/dates';
import { wallAt, type Zone } from '@daybook/engine/zones';

/** What the clock of a zone shows at an instant. */
export function clockAt(zone: Zone, instant: number): string {
  const wall = wallAt(zone, instant);
  return CLOCK_TEXTS[wall - Math.floor(wall / MINUTES_PER_DAY) * MINUTES_PER_DAY] ?? '';
}
