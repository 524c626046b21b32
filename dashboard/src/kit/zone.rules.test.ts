import { zoneNames } from '@daybook/contract/zone-names.gen';
import { expect, test } from 'vitest';
import { addRecentZone, createZoneNames, findZones, formatZoneLabel } from './zone.rules.ts';

/** All zones at UTC, but Berlin at UTC+2 and New York at UTC-5. */
const offsets = new Map([
  ['Europe/Berlin', '01'],
  ['America/New_York', '02'],
]);
const table = {
  from: 0,
  behaviours: '0,120,-300',
  zones: zoneNames.map((name) => offsets.get(name) ?? '00').join(''),
};

function find(text: string, { tag = 'en', likely = [] as string[], chosen = 'Europe/Vienna' } = {}) {
  return findZones({ text, chosen, likely, table, now: 0, names: createZoneNames(tag) });
}

test.each([
  ['Berlin', 'Europe/Berlin'],
  ['Germany', 'Europe/Berlin'],
  ['+2', 'Europe/Berlin'],
  ['UTC+2', 'Europe/Berlin'],
  ['GMT-5', 'America/New_York'],
  ['EST', 'America/New_York'],
  ['Pacific', 'America/Los_Angeles'],
  ['Calcutta', 'Asia/Kolkata'],
  ['Kolkata', 'Asia/Kolkata'],
])('%s finds %s first', (text, zone) => {
  expect(find(text).others[0]).toBe(zone);
});

test('countries and names of times are found in the language of the reader', () => {
  expect(find('Deutschland', { tag: 'de' }).others[0]).toBe('Europe/Berlin');
  expect(find('mitteleuropäische', { tag: 'de' }).others).toContain('Europe/Berlin');
  expect(formatZoneLabel('Europe/Berlin', createZoneNames('fr'))).toBe('Berlin, Allemagne');
  expect(formatZoneLabel('UTC', createZoneNames('fr'))).toBe('UTC');
});

test('before something is typed, the chosen and the likely zones come first, each once', () => {
  const { likely, others } = find('', { likely: ['Asia/Tokyo', 'Europe/Vienna', 'Asia/Tokyo', 'No/Where'] });
  expect(likely).toEqual(['Europe/Vienna', 'Asia/Tokyo']);
  expect(others).not.toContain('Asia/Tokyo');
  expect(others.length).toBeGreaterThan(300);
});

test('the zones chosen last are kept, the newest first', () => {
  const recent = ['Asia/Tokyo', 'UTC', 'Europe/Rome', 'Asia/Dubai'];
  expect(addRecentZone(recent, 'UTC')).toEqual(['UTC', 'Asia/Tokyo', 'Europe/Rome', 'Asia/Dubai']);
  expect(addRecentZone(recent, 'Asia/Seoul')).toEqual(['Asia/Seoul', 'Asia/Tokyo', 'UTC', 'Europe/Rome']);
});
