import { calendarDate, minuteToMs, MINUTES_PER_DAY, modulo, weekdayOf } from '@daybook/engine/dates';
import { instantOf, wallAt, type Zone } from '@daybook/engine/zones';

/** A time that is offered, in the words in which it is said. */
export interface OfferedTime {
  readonly startMs: number;
  /** `Tuesday, March 2nd, at ten thirty A M`. */
  readonly spoken: string;
  readonly weekday: string;
  /** `ten`, `ten thirty`. */
  readonly clock: string;
  readonly half: 'a m' | 'p m';
}

export const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
export const hours = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty'];
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');

export function offeredTime(startMs: number, zone: Zone): OfferedTime {
  const wall = wallAt(zone, Math.floor(startMs / 60_000));
  const day = Math.floor(wall / MINUTES_PER_DAY);
  const minute = modulo(wall, MINUTES_PER_DAY);
  const { month, dayOfMonth } = calendarDate(day);
  const weekday = weekdays[weekdayOf(day)] ?? 'monday';
  const clock = spokenClock(minute);
  const half = minute < 720 ? 'a m' : 'p m';
  const name = `${weekday.slice(0, 1).toUpperCase()}${weekday.slice(1)}`;
  const date = `${months[month - 1]} ${ordinal(dayOfMonth)}`;
  return { startMs, spoken: `${name}, ${date}, at ${clock} ${half.toUpperCase()}`, weekday, clock, half };
}

function spokenClock(minute: number): string {
  const hour = hours[(Math.floor(minute / 60) + 11) % 12] ?? '';
  const rest = minute % 60;
  if (rest === 0) return hour;
  if (rest < 10) return `${hour} oh ${hours[rest - 1]}`;
  if (rest < 20) return `${hour} ${teens[rest - 10]}`;
  const unit = rest % 10 === 0 ? '' : ` ${hours[(rest % 10) - 1]}`;
  return `${hour} ${tens[Math.floor(rest / 10)]}${unit}`;
}

function ordinal(day: number): string {
  const ending =
    day % 10 === 1 && day !== 11
      ? 'st'
      : day % 10 === 2 && day !== 12
        ? 'nd'
        : day % 10 === 3 && day !== 13
          ? 'rd'
          : 'th';
  return `${day}${ending}`;
}

/** The first of each day, so that somebody who is away for a day has a choice; then more of the same days. */
export function chooseOffers(startsMs: readonly number[], zone: Zone, count = 3): OfferedTime[] {
  const dayOf = (ms: number): number => Math.floor(wallAt(zone, Math.floor(ms / 60_000)) / MINUTES_PER_DAY);
  const firsts = startsMs.filter((ms, index) => index === 0 || dayOf(ms) !== dayOf(startsMs[index - 1] ?? 0));
  const others = startsMs.filter((ms) => !firsts.includes(ms));
  return [...firsts, ...others]
    .slice(0, count)
    .sort((a, b) => a - b)
    .map((ms) => offeredTime(ms, zone));
}

/** `four` after noon and `nine` before it, on the callee's clock. */
export function callBackAt(nowMs: number, zone: Zone, day: string, hour: string | undefined): number {
  const today = Math.floor(wallAt(zone, Math.floor(nowMs / 60_000)) / MINUTES_PER_DAY);
  const number = hour === undefined ? 9 : hours.indexOf(hour) + 1;
  const hourOfDay = number < 8 ? number + 12 : number;
  const ahead =
    day === 'today'
      ? 0
      : day === 'tomorrow'
        ? 1
        : modulo(weekdays.indexOf(day) - weekdayOf(today) - 1, 7) + 1;
  const at = minuteToMs(instantOf(zone, (today + ahead) * MINUTES_PER_DAY + hourOfDay * 60));
  return at > nowMs ? at : at + minuteToMs(MINUTES_PER_DAY);
}
