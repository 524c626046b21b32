import {
  calendarDate,
  formatClock,
  formatOffset,
  MINUTES_PER_DAY,
  modulo,
  weekdayOf,
} from '@daybook/engine/dates';
import { offsetAt, wallAt, type Zone } from '@daybook/engine/zones';

/** Dates and times as a reader of a language writes them, on the clock of a zone of ours. Instants are epoch minutes. */

export const languages = ['en', 'de', 'fr', 'es', 'pt'] as const;
export type Language = (typeof languages)[number];

/** How a reader wants it: their language, and whether their clock has twelve hours. */
export interface Reader {
  readonly language: Language;
  readonly twelveHours: boolean;
}

/** From a language tag: `pt-BR` reads Portuguese; what we do not speak reads English. */
export function readerOf(tag: string): Reader {
  const [primary = '', ...rest] = tag.toLowerCase().split('-');
  const language = languages.find((known) => known === primary) ?? 'en';
  return { language, twelveHours: language === 'en' && rest.includes('us') };
}

interface Calendar {
  /** From Sunday. */
  readonly weekdays: readonly string[];
  readonly months: readonly string[];
  readonly date: (weekday: string, day: number, month: string, year: number) => string;
  readonly hours: readonly [one: string, many: string];
  readonly minutes: readonly [one: string, many: string];
}

const calendars: Record<Language, Calendar> = {
  en: {
    weekdays: words('Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
    months: words('January February March April May June July August September October November December'),
    date: (weekday, day, month, year) => `${weekday}, ${day} ${month} ${year}`,
    hours: ['hour', 'hours'],
    minutes: ['minute', 'minutes'],
  },
  de: {
    weekdays: words('Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'),
    months: words('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
    date: (weekday, day, month, year) => `${weekday}, ${day}. ${month} ${year}`,
    hours: ['Stunde', 'Stunden'],
    minutes: ['Minute', 'Minuten'],
  },
  fr: {
    weekdays: words('dimanche lundi mardi mercredi jeudi vendredi samedi'),
    months: words('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
    date: (weekday, day, month, year) => `${weekday} ${day === 1 ? '1er' : day} ${month} ${year}`,
    hours: ['heure', 'heures'],
    minutes: ['minute', 'minutes'],
  },
  es: {
    weekdays: words('domingo lunes martes miércoles jueves viernes sábado'),
    months: words('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
    date: (weekday, day, month, year) => `${weekday}, ${day} de ${month} de ${year}`,
    hours: ['hora', 'horas'],
    minutes: ['minuto', 'minutos'],
  },
  pt: {
    weekdays: words('domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado'),
    months: words('janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'),
    date: (weekday, day, month, year) => `${weekday}, ${day} de ${month} de ${year}`,
    hours: ['hora', 'horas'],
    minutes: ['minuto', 'minutos'],
  },
};

function words(text: string): string[] {
  return text.split(' ');
}

/** `Tuesday, 12 January 2027, 10:00–10:30`, or with both dates when it goes past midnight. */
export function rangeText(reader: Reader, zone: Zone, start: number, end: number): string {
  const [from, to] = [wallAt(zone, start), wallAt(zone, end)];
  const sameDay = dayOf(from) === dayOf(to);
  const until = sameDay ? clockText(reader, to) : `${dateText(reader, to)}, ${clockText(reader, to)}`;
  return `${dateText(reader, from)}, ${clockText(reader, from)}${sameDay ? '–' : ' – '}${until}`;
}

/** `Tuesday, 12 January 2027, 10:00` */
export function startText(reader: Reader, zone: Zone, start: number): string {
  const wall = wallAt(zone, start);
  return `${dateText(reader, wall)}, ${clockText(reader, wall)}`;
}

/** `Europe/Berlin (UTC+01:00)`: the offset tells the two times apart when clocks go back. */
export function zoneText(zone: Zone, start: number): string {
  return `${zone.name.replaceAll('_', ' ')} (UTC${formatOffset(offsetAt(zone, start))})`;
}

/** `1 hour 30 minutes` */
export function durationText({ language }: Reader, minutes: number): string {
  const { hours: hourWords, minutes: minuteWords } = calendars[language];
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [
    ...(hours > 0 ? [`${hours} ${hourWords[hours === 1 ? 0 : 1]}`] : []),
    ...(rest > 0 || hours === 0 ? [`${rest} ${minuteWords[rest === 1 ? 0 : 1]}`] : []),
  ].join(' ');
}

function dayOf(wall: number): number {
  return Math.floor(wall / MINUTES_PER_DAY);
}

function dateText({ language }: Reader, wall: number): string {
  const { weekdays, months, date } = calendars[language];
  const day = dayOf(wall);
  const { year, month, dayOfMonth } = calendarDate(day);
  return date(weekdays[weekdayOf(day)] ?? '', dayOfMonth, months[month - 1] ?? '', year);
}

function clockText({ twelveHours }: Reader, wall: number): string {
  const minute = modulo(wall, MINUTES_PER_DAY);
  if (!twelveHours) return formatClock(minute);
  const hour = Math.floor(minute / 60);
  const shown = formatClock((hour % 12 === 0 ? 12 : hour % 12) * 60 + (minute % 60)).replace(/^0/, '');
  return `${shown} ${hour < 12 ? 'am' : 'pm'}`;
}
