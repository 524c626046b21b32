import { zoneNames } from '@daybook/contract/zone-names.gen';
import { createFixedZone, getOffset, type Zone } from '@daybook/engine/zones';
import { findZone } from '../../platform/zones.ts';
import { parseOffset } from './moments.ts';
import { windowsZones } from './windows-zones.gen.ts';

/** Zones by the names that calendars give them. */

const byLowerCase = (pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> =>
  new Map(pairs.map(([name, zone]) => [name.toLowerCase(), zone]));

const names = byLowerCase([
  ...zoneNames.map((name) => [name, name] as const),
  ...Object.entries(windowsZones),
  ['Z', 'UTC'],
  ['tzone://Microsoft/Utc', 'UTC'],
]);

/** By a name that means this zone and no other: its own, that of Windows, or the end of a path such as `/example.org/Europe/Berlin`. */
export function findNamedZone(tzid: string): Zone | undefined {
  const parts = tzid.split('/').filter(Boolean);
  const candidates = [
    tzid,
    ...(tzid.startsWith('/') ? [3, 2, 1] : [3, 2]).map((count) => parts.slice(-count).join('/')),
  ];
  for (const candidate of candidates) {
    const name = names.get(candidate.trim().toLowerCase());
    const zone = name === undefined ? undefined : findZone(name);
    if (zone) return zone;
  }
  return undefined;
}

/** What Outlook shows to people, in files without a definition: `(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`. */
export function findDisplayedZone(tzid: string): Zone | undefined {
  const [, prefix = '', rest = ''] =
    /^\s*\(?((?:UTC|GMT)?\s*(?:[+-]\d{1,2}(?:[:.]?\d\d)?)?)\)?\s*(.*)$/i.exec(tzid) ?? [];
  const offset = offsetIn(prefix);
  if (rest.trim() === '') return offset === undefined ? undefined : createFixedZone(tzid, offset);
  const zones = placesIn(rest).flatMap((place) =>
    (places.get(place) ?? []).flatMap((name) => findZone(name) ?? []),
  );
  if (offset === undefined) return zones[0];
  return (
    zones.find((zone) => standardOffset(zone) === offset) ??
    zones.find((zone) => zone.offsets.includes(offset))
  );
}

/** Minutes east of UTC; undefined without digits, other than in `(UTC) Dublin`. */
function offsetIn(prefix: string): number | undefined {
  const found = /([+-])(\d{1,2})(?:[:.]?(\d\d))?/.exec(prefix);
  if (!found) return /UTC|GMT/i.test(prefix) ? 0 : undefined;
  const [, sign = '+', hours = '', minutes = '00'] = found;
  return parseOffset(`${sign}${hours.padStart(2, '0')}${minutes}`);
}

function placesIn(text: string): string[] {
  return [text, ...text.split(/[,/;]/)].map(plain).filter(Boolean);
}

/** Without accents, brackets and what only says what kind of place it is. */
function plain(place: string): string {
  return place
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\([^()]*\)/g, ' ')
    .toLowerCase()
    .replaceAll(/\b(?:city of|islands?|is\.)/g, ' ')
    .replaceAll(/[^a-z&]+/g, ' ')
    .trim();
}

/** Of the half of a year without summer time, for all years that are booked today. */
const [january, july] = [Date.UTC(2027, 0) / 60_000, Date.UTC(2027, 6) / 60_000];
const standardOffset = (zone: Zone): number => Math.min(getOffset(zone, january), getOffset(zone, july));

/** Places that no zone is called after. */
const otherPlaces: Readonly<Record<string, string>> = {
  'Eastern Time (US & Canada)': 'America/New_York',
  'Central Time (US & Canada)': 'America/Chicago',
  'Mountain Time (US & Canada)': 'America/Denver',
  'Pacific Time (US & Canada)': 'America/Los_Angeles',
  'Atlantic Time (Canada)': 'America/Halifax',
  Newfoundland: 'America/St_Johns',
  Alaska: 'America/Anchorage',
  Arizona: 'America/Phoenix',
  Hawaii: 'Pacific/Honolulu',
  'Indiana (East)': 'America/Indiana/Indianapolis',
  'Central America': 'America/Guatemala',
  Saskatchewan: 'America/Regina',
  Yukon: 'America/Whitehorse',
  'Baja California': 'America/Tijuana',
  Haiti: 'America/Port-au-Prince',
  'Turks and Caicos': 'America/Grand_Turk',
  Georgetown: 'America/Guyana',
  Brasilia: 'America/Sao_Paulo',
  Salvador: 'America/Bahia',
  Greenland: 'America/Nuuk',
  'Saint Pierre and Miquelon': 'America/Miquelon',
  'Cabo Verde Is.': 'Atlantic/Cape_Verde',
  'Coordinated Universal Time': 'UTC',
  'West Central Africa': 'Africa/Lagos',
  Edinburgh: 'Europe/London',
  Bern: 'Europe/Zurich',
  Pretoria: 'Africa/Johannesburg',
  Kyiv: 'Europe/Kiev',
  'St. Petersburg': 'Europe/Moscow',
  'Abu Dhabi': 'Asia/Dubai',
  'Port Louis': 'Indian/Mauritius',
  Islamabad: 'Asia/Karachi',
  Ekaterinburg: 'Asia/Yekaterinburg',
  'New Delhi': 'Asia/Kolkata',
  'Sri Jayawardenepura': 'Asia/Colombo',
  Astana: 'Asia/Almaty',
  'Nur-Sultan': 'Asia/Almaty',
  Hanoi: 'Asia/Bangkok',
  Beijing: 'Asia/Shanghai',
  Osaka: 'Asia/Tokyo',
  Chokurdakh: 'Asia/Srednekolymsk',
  'Solomon Is.': 'Pacific/Guadalcanal',
  'New Caledonia': 'Pacific/Noumea',
  'Petropavlovsk-Kamchatsky': 'Asia/Kamchatka',
  Wellington: 'Pacific/Auckland',
  "Nuku'alofa": 'Pacific/Tongatapu',
  Samoa: 'Pacific/Apia',
  'Aleutian Islands': 'America/Adak',
  'International Date Line West': 'Etc/GMT+12',
  'Coordinated Universal Time-02': 'Etc/GMT+2',
  'Coordinated Universal Time-08': 'Etc/GMT+8',
  'Coordinated Universal Time-09': 'Etc/GMT+9',
  'Coordinated Universal Time-11': 'Etc/GMT+11',
  'Coordinated Universal Time+12': 'Etc/GMT-12',
  'Coordinated Universal Time+13': 'Etc/GMT-13',
};

const areas =
  /^(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/(?!.*\b(?:North|South|West)$)/;

/** Zones by the place that they are called after. Two may be called after places of the same name. */
const places = new Map<string, string[]>();
for (const [place, name] of [
  ...Object.entries(otherPlaces),
  ...zoneNames
    .filter((name) => areas.test(name))
    .map((name) => [name.split('/').at(-1) ?? '', name] as const),
])
  places.set(plain(place), [...(places.get(plain(place)) ?? []), name]);
