import { parseDay } from '@daybook/booking/calendar';
import { formatLocalClock } from '@daybook/booking/locale';
import { expect, test } from 'vitest';
import { pickLanguage } from '../booking/src/language.ts';
import { parseTypedClock } from '../dashboard/src/kit/clock.rules.ts';
import { parseTypedDate, parseTypedMoment } from '../dashboard/src/kit/date.rules.ts';
import { formatLength, getUnit, parseTypedDuration } from '../dashboard/src/kit/duration.rules.ts';
import { createShortDateFormat } from '../dashboard/src/platform/date-format.ts';

/** What is typed into the fields of the dashboard, in the words and the order of each language. */

const tags = ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'pt-PT', 'ar-EG', 'ar-SY'];
const today = parseDay('2026-11-18'); // a Wednesday

function readIn(tag: string) {
  const { words, locale } = pickLanguage({ chosen: tag, accepted: '', fallback: 'en' });
  return { words: words.pick, locale };
}

const readDate = (text: string, tag = 'en-GB', min?: string) =>
  parseTypedDate(text, { ...readIn(tag), today, ...(min && { min: parseDay(min) }) });

test.each(tags)('a date that the field writes in %s is read as the same date', (tag) => {
  const format = createShortDateFormat(readIn(tag).locale);
  for (const day of [...Array(366).keys()].map((each) => today + each)) {
    expect(parseDay(readDate(format(day), tag) ?? ''), format(day)).toBe(day);
  }
});

test.each([
  ['2027-01-05', 'en-GB', '2027-01-05'],
  ['5/1/27', 'en-GB', '2027-01-05'],
  ['1/5/27', 'en-US', '2027-01-05'],
  ['17/1/2027', 'en-US', '2027-01-17'],
  ['5.1.', 'de-DE', '2027-01-05'],
  ['5. Januar', 'de-DE', '2027-01-05'],
  ['Mi, 5. Mai 2027', 'de-DE', '2027-05-05'],
  ['17 Nov', 'en-GB', '2026-11-17'],
  ['Nov 17th, 2027', 'en-US', '2027-11-17'],
  ['1er janvier', 'fr-FR', '2027-01-01'],
  ['3 de enero de 2027', 'es-ES', '2027-01-03'],
  ['3 mar', 'es-ES', '2027-03-03'],
  ['mar', 'es-ES', '2026-11-24'],
  ['5 março', 'pt-PT', '2027-03-05'],
  ['٥ يناير ٢٠٢٧', 'ar-EG', '2027-01-05'],
  ['5 كانون الثاني', 'ar-SY', '2027-01-05'],
  ['today', 'de-DE', '2026-11-18'],
  ['tomorrow', 'en-GB', '2026-11-19'],
  ['tom', 'en-GB', '2026-11-19'],
  ['morgen', 'de-DE', '2026-11-19'],
  ['demain', 'fr-FR', '2026-11-19'],
  ['mañana', 'es-ES', '2026-11-19'],
  ['amanha', 'pt-PT', '2026-11-19'],
  ['غدًا', 'ar-EG', '2026-11-19'],
  ['yesterday', 'en-GB', '2026-11-17'],
  ['fri', 'en-GB', '2026-11-20'],
  ['Freitag', 'de-DE', '2026-11-20'],
  ['wednesday', 'en-GB', '2026-11-25'],
  ['+3', 'en-GB', '2026-11-21'],
  ['+2w', 'en-GB', '2026-12-02'],
  ['20', 'en-GB', '2026-11-20'],
  ['17', 'en-GB', '2026-12-17'],
  ['31/2', 'en-GB', undefined],
  ['13/13', 'en-GB', undefined],
  ['soon', 'en-GB', undefined],
  ['12 Foo', 'en-GB', undefined],
  ['', 'en-GB', undefined],
])('the date %s is read in %s as %s', (text, tag, date) => {
  expect(readDate(text, tag)).toBe(date);
});

test('a date without a year is not before the first that makes sense', () => {
  expect(readDate('17 Nov', 'en-GB', '2026-11-18')).toBe('2027-11-17');
});

test.each(tags)('a time that the field writes in %s on either clock is read as the same time', (tag) => {
  const { words, locale } = readIn(tag);
  for (const hour12 of [true, false]) {
    for (const clock of ['00:00', '00:30', '02:30', '09:05', '12:00', '12:45', '14:30', '23:59']) {
      const written = formatLocalClock(words, { ...locale, hour12 }, clock);
      expect(parseTypedClock(written, words, { hour12 }), written).toBe(clock);
    }
  }
});

test.each([
  ['14:30', false, '14:30'],
  ['14.30', false, '14:30'],
  ['14h30', false, '14:30'],
  ['14 Uhr', false, '14:00'],
  ['1430', false, '14:30'],
  ['930', false, '09:30'],
  ['9', false, '09:00'],
  ['2', false, '02:00'],
  ['2', true, '14:00'],
  ['2:30', true, '14:30'],
  ['02:30', true, '02:30'],
  ['7', true, '07:00'],
  ['2:30 pm', true, '14:30'],
  ['230p', true, '14:30'],
  ['2 P.M.', false, '14:00'],
  ['12am', true, '00:00'],
  ['٢:٣٠', false, '02:30'],
  ['24:00', false, undefined],
  ['13 pm', true, undefined],
  ['9:60', false, undefined],
  ['nine', false, undefined],
])('the time %s on a 12-hour clock (%s) is read as %s', (text, hour12, clock) => {
  expect(parseTypedClock(text as string, readIn('en-US').words, { hour12: hour12 as boolean })).toBe(clock);
});

test.each([
  ['17 Nov 2026, 14:30', '2026-11-17', '14:30'],
  ['2026-11-17T14:30', '2026-11-17', '14:30'],
  ['tomorrow 2pm', '2026-11-19', '14:00'],
  ['Nov 17, 2026 9:15 am', '2026-11-17', '09:15'],
])('%s is a date and a time', (text, date, clock) => {
  expect(parseTypedMoment(text, { ...readIn('en-US'), today })).toEqual({ date, clock });
});

test('a date alone is no date and time', () => {
  expect(parseTypedMoment('17 Nov 2026', { ...readIn('en-GB'), today })).toBeUndefined();
});

test.each([
  ['90', 'en', 90],
  ['1.5 h', 'en', 90],
  ['1,5 Stunden', 'de', 90],
  ['1h 30m', 'en', 90],
  ['1:30', 'en', 90],
  ['1 hr, 30 min', 'en', 90],
  ['2 days', 'en', 2880],
  ['1 week', 'en', 10_080],
  ['1 Tag', 'de', 1440],
  ['2 Wochen', 'de', 20_160],
  ['30 Min.', 'de', 30],
  ['2 jours', 'fr', 2880],
  ['3 heures', 'fr', 180],
  ['1 día', 'es', 1440],
  ['45 minutos', 'es', 45],
  ['2 dias', 'pt', 2880],
  ['3 ساعات', 'ar', 180],
  ['11 يومًا', 'ar', 15_840],
  ['a while', 'en', undefined],
  ['1 fortnight', 'en', undefined],
  ['', 'en', undefined],
])('the duration %s is read in %s as %s minutes', (text, tag, minutes) => {
  expect(parseTypedDuration(text as string, 'minutes', tag as string)).toBe(minutes);
});

test('a number without a unit is in the unit of the field', () => {
  expect(
    ['minutes', 'hours', 'days', 'weeks'].map((unit) => parseTypedDuration('2', unit as 'days', 'en')),
  ).toEqual([2, 120, 2880, 20_160]);
});

test('a duration is shown in the largest unit in which it is whole', () => {
  const units = ['minutes', 'hours', 'days'] as const;
  expect([0, null, 45, 90, 120, 1440, 1500, 'x'].map((minutes) => getUnit(minutes, units, 'hours'))).toEqual([
    'hours',
    'hours',
    'minutes',
    'minutes',
    'hours',
    'days',
    'hours',
    'minutes',
  ]);
});

test.each([
  ['en', ['1 day', '1 hour 30 minutes', '2 days 4 hours', '15 minutes']],
  ['de', ['1 Tag', '1 Stunde 30 Minuten', '2 Tage 4 Stunden', '15 Minuten']],
  ['fr', ['1 jour', '1 heure 30 minutes', '2 jours 4 heures', '15 minutes']],
  ['es', ['1 día', '1 hora 30 minutos', '2 días 4 horas', '15 minutos']],
  ['pt', ['1 dia', '1 hora 30 minutos', '2 dias 4 horas', '15 minutos']],
  ['ar', ['يوم', 'ساعة 30 دقيقة', 'يومان 4 ساعات', '15 دقيقة']],
])('durations are written in %s with units that people use', (tag, texts) => {
  expect(
    [1440, 90, 3120, 15].map((minutes) => formatLength(minutes, tag as string).replaceAll('\u00A0', ' ')),
  ).toEqual(texts);
});
