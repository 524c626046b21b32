import { toClock } from '@daybook/booking/calendar';
import { languageNames, pickLanguage, type Language } from '@daybook/booking/language';
import * as pages from '@daybook/booking/locale';
import * as places from '@daybook/booking/place';
import type { Words } from '@daybook/booking/words/words';
import { formatOffset, MINUTES_PER_DAY, modulo, parseDate } from '@daybook/engine/dates';
import { getOffset, toWallTime, type Zone } from '@daybook/engine/zones';

/** Dates, prices and locations as the pages write them for the same reader, on the clock of a zone of ours. Instants are epoch minutes. */

export const languages = languageNames.map(([tag]) => tag);
export type { Language };

/** How somebody reads: their language, clock and currency, and the words of the pages. */
export interface Reader {
  readonly language: Language;
  readonly locale: pages.Locale;
  readonly words: Words;
}

/** From a language tag: `pt-BR` reads Portuguese; what we do not speak reads English. Without a region, 24 hours. */
export function createReader(tag: string): Reader {
  const { locale, words } = pickLanguage({ chosen: tag, accepted: tag });
  const hour12 = tag.includes('-') && locale.hour12;
  return { language: locale.tag as Language, locale: { ...locale, hour12 }, words };
}

/** `Tuesday, 12 January 2027, 10:00–10:30`, or with both dates when it goes past midnight. */
export function formatTimeRange(reader: Reader, zone: Zone, start: number, end: number): string {
  const [from, to] = [toWallTime(zone, start), toWallTime(zone, end)];
  const sameDay = dayOf(from) === dayOf(to);
  const until = sameDay ? clockText(reader, to) : `${dateText(reader, to)}, ${clockText(reader, to)}`;
  return `${dateText(reader, from)}, ${clockText(reader, from)}${sameDay ? '–' : ' – '}${until}`;
}

/** `Tuesday, 12 January 2027, 10:00` */
export function formatStart(reader: Reader, zone: Zone, start: number): string {
  const wall = toWallTime(zone, start);
  return `${dateText(reader, wall)}, ${clockText(reader, wall)}`;
}

/** `Tuesday, 12 January 2027`, of `2027-01-12` */
export function formatDay({ words }: Reader, date: string): string {
  return pages.formatDate(words.pick, parseDate(date) ?? 0);
}

/** `Europe/Berlin (UTC+01:00)`: the offset tells the two times apart when clocks go back. */
export function formatZone(zone: Zone, start: number): string {
  return `${zone.name.replaceAll('_', ' ')} (UTC${formatOffset(getOffset(zone, start))})`;
}

/** `1 hour 30 minutes` */
export function formatDuration({ words }: Reader, minutes: number): string {
  return pages.formatDuration(words.pick, minutes);
}

export function formatMoney({ locale }: Reader, amount: string, currency: string): string {
  return pages.formatMoney(locale, amount, currency);
}

/** A booked location; with `booked`, it says how the invitee gets there. */
export function listPlaceLines(
  { words }: Reader,
  type: string,
  details: Parameters<typeof places.buildBookedPlace>[1],
  booked?: Parameters<typeof places.listPlaceLines>[2],
): string[] {
  return places.listPlaceLines(words, places.buildBookedPlace(type, details), booked);
}

function dayOf(wall: number): number {
  return Math.floor(wall / MINUTES_PER_DAY);
}

function dateText({ words }: Reader, wall: number): string {
  return pages.formatDate(words.pick, dayOf(wall));
}

function clockText({ locale, words }: Reader, wall: number): string {
  return pages.formatLocalClock(words.pick, locale, toClock(modulo(wall, MINUTES_PER_DAY)));
}
