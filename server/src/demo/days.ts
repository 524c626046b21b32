import {
  floorToMinute,
  formatClock,
  formatDate,
  getWeekday,
  minuteToMs,
  modulo,
  parseClock,
  MINUTES_PER_DAY,
} from '@daybook/engine/dates';
import { toDay, toInstant, toWallTime } from '@daybook/engine/zones';
import type { Ctx } from '../platform/context.ts';
import { getZone } from '../platform/zones.ts';

/** Days are numbers, as in the engine. */

export function getToday({ now }: Pick<Ctx, 'now'>, timeZone: string): number {
  return toDay(getZone(timeZone), floorToMinute(now.getTime()));
}

const isWorkday = (day: number): boolean => getWeekday(day) % 6 !== 0;

/** The next so many working days after a day, or those before it, the nearest first. */
export function listWorkdays(day: number, count: number, step: 1 | -1): number[] {
  const found: number[] = [];
  for (let each = day + step; found.length < count; each += step) if (isWorkday(each)) found.push(each);
  return found;
}

/** The instant at which a clock in the time zone shows a time. */
export function toTime(day: number, clock: string, timeZone: string): Date {
  const wall = day * MINUTES_PER_DAY + (parseClock(clock) ?? 0);
  return new Date(minuteToMs(toInstant(getZone(timeZone), wall)));
}

/** The date and the time that clocks in the time zone show then. */
export function formatLocal(at: Date, timeZone: string): { readonly date: string; readonly clock: string } {
  const wall = toWallTime(getZone(timeZone), floorToMinute(at.getTime()));
  return {
    date: formatDate(Math.floor(wall / MINUTES_PER_DAY)),
    clock: formatClock(modulo(wall, MINUTES_PER_DAY)),
  };
}

/** The date so many days from now. */
export function formatDateIn(ctx: Pick<Ctx, 'now'>, days: number, timeZone: string): string {
  return formatDate(getToday(ctx, timeZone) + days);
}
