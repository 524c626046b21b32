import type { CallLanguage } from '@daybook/contract/call-voices.data';
import { toCalendarDate, minuteToMs, MINUTES_PER_DAY, modulo, getWeekday } from '@daybook/engine/dates';
import { toInstant, toWallTime, type Zone } from '@daybook/engine/zones';
import { weekdays, type CallBackDay, type TimeInWords } from './language.ts';
import { getLanguage } from './languages.ts';

/** A time that is offered, in the words in which it is said. */
export interface OfferedTime extends TimeInWords {
  readonly startMs: number;
}

export function toOfferedTime(startMs: number, zone: Zone, language?: CallLanguage): OfferedTime {
  const wall = toWallTime(zone, Math.floor(startMs / 60_000));
  const day = Math.floor(wall / MINUTES_PER_DAY);
  const { month, dayOfMonth } = toCalendarDate(day);
  const time = { weekday: getWeekday(day), month, dayOfMonth, minute: modulo(wall, MINUTES_PER_DAY) };
  return { startMs, ...getLanguage({ language }).timeInWords(time) };
}

const maxOffers = 3;

/** The first of each day, so that somebody who is away for a day has a choice; then more of the same days. */
export function chooseOffers(
  startsMs: readonly number[],
  zone: Zone,
  language?: CallLanguage,
): OfferedTime[] {
  const dayOf = (ms: number): number =>
    Math.floor(toWallTime(zone, Math.floor(ms / 60_000)) / MINUTES_PER_DAY);
  const firsts = startsMs.filter((ms, index) => index === 0 || dayOf(ms) !== dayOf(startsMs[index - 1] ?? 0));
  const others = startsMs.filter((ms) => !firsts.includes(ms));
  return [...firsts, ...others]
    .slice(0, maxOffers)
    .sort((a, b) => a - b)
    .map((ms) => toOfferedTime(ms, zone, language));
}

/** 4 after noon and 9 before it, on the callee's clock. */
export function computeCallBackTime(
  nowMs: number,
  zone: Zone,
  day: CallBackDay,
  hour: number | undefined,
): number {
  const today = Math.floor(toWallTime(zone, Math.floor(nowMs / 60_000)) / MINUTES_PER_DAY);
  const number = hour ?? 9;
  const hourOfDay = number < 8 ? number + 12 : number;
  const ahead =
    day === 'today'
      ? 0
      : day === 'tomorrow'
        ? 1
        : modulo(weekdays.indexOf(day) - getWeekday(today) - 1, 7) + 1;
  const at = minuteToMs(toInstant(zone, (today + ahead) * MINUTES_PER_DAY + hourOfDay * 60));
  return at > nowMs ? at : at + minuteToMs(MINUTES_PER_DAY);
}
