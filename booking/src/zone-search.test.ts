import { zoneNames } from '@daybook/contract/zone-names.gen';
import { expect, test } from 'vitest';
import { searchZones, searchZoneTitles } from './zone-search.ts';

/** All zones at UTC, but Berlin at UTC+2. */
const table = {
  from: 0,
  behaviours: '0,120',
  zones: zoneNames.map((name) => (name === 'Europe/Berlin' ? '01' : '00')).join(''),
};
const names = [
  new Intl.DisplayNames('de', { type: 'region' }),
  new Intl.DisplayNames('en', { type: 'region' }),
];

function search(text: string, current = 'Europe/Vienna'): string[] {
  const countryNames = (code: string) => names.map((name) => name.of(code) ?? '');
  return searchZones({ text, current, table, now: 0, countryNames });
}

test.each([
  ['mumbai', 'Asia/Kolkata'],
  ['München', 'Europe/Berlin'],
  ['munich', 'Europe/Berlin'],
  ['beijing', 'Asia/Shanghai'],
  ['india', 'Asia/Kolkata'],
  ['Indien', 'Asia/Kolkata'],
  ['EST', 'America/New_York'],
  ['pst', 'America/Los_Angeles'],
  ['Pacific', 'America/Los_Angeles'],
  ['Eastern Time', 'America/New_York'],
  ['UTC+2', 'Europe/Berlin'],
  ['gmt +02:00', 'Europe/Berlin'],
  ['+2', 'Europe/Berlin'],
  ['kyiv', 'Europe/Kyiv'],
  ['kolkata', 'Asia/Kolkata'],
  ['ho chi minh city', 'Asia/Ho_Chi_Minh'],
  ['yangon', 'Asia/Yangon'],
  ['new y', 'America/New_York'],
  ['ukraine', 'Europe/Kyiv'],
  ['aires', 'America/Argentina/Buenos_Aires'],
  ['utc', 'UTC'],
  ['kiev', 'Europe/Kyiv'],
  ['Kiew', 'Europe/Kyiv'],
  ['calcutta', 'Asia/Kolkata'],
  ['rangoon', 'Asia/Yangon'],
  ['uk', 'Europe/London'],
  ['england', 'Europe/London'],
  ['korea', 'Asia/Seoul'],
  ['Wien', 'Europe/Vienna'],
  ['Peking', 'Asia/Shanghai'],
  ['Mailand', 'Europe/Rome'],
])('%s finds %s', (text, zone) => {
  expect(search(text)[0]).toBe(zone);
});

test('the zones of a country come first, however it is called', () => {
  const named = search('vereinigte staaten');
  expect(search('usa').slice(0, named.length)).toEqual(named);
});

test('a time zone is found by the name that people give to its time', () => {
  const getTitle = (zone: string) => (zone === 'Europe/Vienna' ? 'Mitteleuropäische Zeit' : '');
  const found = searchZoneTitles('mitteleuropaische', getTitle);
  expect(found).toEqual(['Europe/Vienna']);
});

test('former names are no results', () => {
  for (const text of ['kiev', 'calcutta', 'saigon', 'rangoon', '']) {
    const found = search(text);
    for (const name of ['Europe/Kiev', 'Asia/Calcutta', 'Asia/Saigon', 'Asia/Rangoon']) {
      expect(found).not.toContain(name);
    }
  }
});

test('the current zone comes first, as long as it matches', () => {
  expect(search('')[0]).toBe('Europe/Vienna');
  expect(search('united states', 'America/Chicago')[0]).toBe('America/Chicago');
  expect(search('tokyo')[0]).toBe('Asia/Tokyo');
  expect(search('atlantis')).toEqual([]);
});
