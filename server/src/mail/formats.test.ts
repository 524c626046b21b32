import { formatOffset, floorToMinute } from '@daybook/engine/dates';
import { getOffset } from '@daybook/engine/zones';
import { zoneNames } from '@daybook/contract/zone-names.gen';
import { describe, expect, test } from 'vitest';
import { getZone } from '../platform/zones.ts';
import {
  formatDuration,
  languages,
  formatTimeRange,
  createReader,
  formatStart,
  formatZone,
} from './formats.ts';

const at = (iso: string) => floorToMinute(Date.parse(iso));
const berlin = getZone('Europe/Berlin');

test.each([
  ['en', 'Tuesday, 12 January 2027, 10:00–10:30'],
  ['en-US', 'Tuesday, 12 January 2027, 10:00 am–10:30 am'],
  ['de', 'Dienstag, 12. Januar 2027, 10:00–10:30'],
  ['fr-CA', 'mardi 12 janvier 2027, 10:00–10:30'],
  ['es', 'martes, 12 de enero de 2027, 10:00–10:30'],
  ['pt-BR', 'terça-feira, 12 de janeiro de 2027, 10:00–10:30'],
  ['ar', 'الثلاثاء، 12 يناير 2027, 10:00–10:30'],
  ['ar-EG', 'الثلاثاء، 12 يناير 2027, 10:00 ص–10:30 ص'],
  ['cs', 'Tuesday, 12 January 2027, 10:00–10:30'],
])('%s reads %s', (tag, text) => {
  expect(
    formatTimeRange(createReader(tag), berlin, at('2027-01-12T09:00:00Z'), at('2027-01-12T09:30:00Z')),
  ).toBe(text);
});

test.each([
  ['2027-01-12T23:00:00Z', '12:00 am'],
  ['2027-01-12T11:05:00Z', '12:05 pm'],
  ['2027-01-12T20:30:00Z', '9:30 pm'],
])('%s is %s on a clock of twelve hours', (iso, text) => {
  expect(formatStart(createReader('en-us'), berlin, at(iso))).toMatch(new RegExp(`, ${text}$`));
});

test('past midnight both dates are named', () => {
  const text = formatTimeRange(
    createReader('de'),
    berlin,
    at('2027-01-12T22:30:00Z'),
    at('2027-01-12T23:30:00Z'),
  );
  expect(text).toBe('Dienstag, 12. Januar 2027, 23:30 – Mittwoch, 13. Januar 2027, 00:30');
});

test('durations are in words', () => {
  const inWords = (minutes: number) => languages.map((tag) => formatDuration(createReader(tag), minutes));
  expect(inWords(61)).toEqual([
    '1 hour 1 minute',
    '1 Stunde 1 Minute',
    '1 heure 1 minute',
    '1 hora 1 minuto',
    '1 hora 1 minuto',
    'ساعة واحدة ودقيقة واحدة',
  ]);
  expect(inWords(120)).toEqual(['2 hours', '2 Stunden', '2 heures', '2 horas', '2 horas', 'ساعتان']);
  expect(inWords(45)[0]).toBe('45 minutes');
});

test('the two times of an hour that comes twice differ by their offset', () => {
  const zone = getZone('America/New_York');
  expect(formatZone(zone, at('2026-11-01T05:30:00Z'))).toBe('America/New York (UTC-04:00)');
  expect(formatZone(zone, at('2026-11-01T06:30:00Z'))).toBe('America/New York (UTC-05:00)');
});

describe('every zone', () => {
  test('shows the wall time of our own data, to the minute, in each language', () => {
    for (const [index, name] of zoneNames.entries()) {
      const zone = getZone(name);
      const instant = at('2026-01-01T00:00:00Z') + index * 1987;
      const shifted = new Date((instant + getOffset(zone, instant)) * 60_000);
      for (const tag of languages) {
        const shown = formatStart(createReader(tag), zone, instant);
        expect(shown.endsWith(`, ${shifted.toISOString().slice(11, 16)}`), `${name}: ${shown}`).toBe(true);
        const parts = new Intl.DateTimeFormat(`${tag}-u-nu-latn`, {
          dateStyle: 'full',
          timeZone: 'UTC',
        }).formatToParts(shifted);
        for (const kind of ['weekday', 'month', 'year'] as const) {
          const word = parts.find(({ type }) => type === kind)?.value ?? '?';
          expect(shown.toLowerCase(), `${tag} ${kind}`).toContain(word.toLowerCase());
        }
      }
      expect(formatZone(zone, instant)).toContain(`UTC${formatOffset(getOffset(zone, instant))}`);
    }
  });
});
