import { zoneCountries, zoneNames } from '@daybook/contract/zone-names.gen';
import { getCity, getOffset, getSpans, type ZoneTable } from './zones.ts';

/** A search for time zones by city, country, abbreviation or offset. */

/** Large cities and abbreviations that are no names of zones, by the zone's city; other names of countries, by their two letters. */
const aliases: Readonly<Record<string, string>> = {
  'Los Angeles': 'san francisco,seattle,san diego,las vegas,pst,pdt,pacific time',
  Denver: 'mst,mdt,mountain time',
  Chicago: 'houston,dallas,austin,cst,cdt,central time',
  'New York': 'boston,washington,miami,atlanta,est,edt,eastern time',
  Honolulu: 'hst',
  Toronto: 'montreal,ottawa',
  'Sao Paulo': 'rio de janeiro,brasilia,brt',
  London: 'manchester,edinburgh,gmt,bst',
  Berlin: 'munich,munchen,hamburg,frankfurt,cologne,cet,cest',
  Madrid: 'barcelona',
  Rome: 'milan,mailand',
  Vienna: 'wien',
  Kyiv: 'kiev,kiew',
  Zurich: 'geneva,bern',
  Lisbon: 'porto,wet',
  Athens: 'eet',
  Istanbul: 'ankara',
  Moscow: 'st petersburg,msk',
  Jerusalem: 'tel aviv',
  Dubai: 'abu dhabi',
  Qatar: 'doha',
  Karachi: 'lahore,islamabad',
  Kolkata: 'mumbai,delhi,bangalore,bengaluru,chennai,pune,calcutta,ist',
  Yangon: 'rangoon',
  'Ho Chi Minh': 'saigon,hanoi,ho chi minh city',
  Shanghai: 'beijing,peking,shenzhen',
  Seoul: 'busan,kst',
  Tokyo: 'osaka,kyoto,jst',
  Sydney: 'canberra,aest,aedt',
  Auckland: 'wellington,nzst',
  Johannesburg: 'cape town',
  US: 'usa',
  GB: 'uk,england,scotland',
  KR: 'korea',
  AE: 'uae',
};

const searchable = zoneNames.flatMap((name, index) => {
  const country = zoneCountries.slice(index * 2, index * 2 + 2);
  return country === '..' && name !== 'UTC' ? [] : [{ name, index, country }];
});

interface Search {
  readonly text: string;
  /** Comes first where it is among the results. */
  readonly current: string;
  readonly table: ZoneTable;
  readonly now: number;
  /** The name of a country by its two letters, in as many languages as may be typed. */
  readonly countryNames: (code: string) => readonly string[];
}

/** Best first: exact names, cities and other names that begin with the text, then what contains it. */
export function searchZones({ text, current, table, now, countryNames }: Search): string[] {
  const query = fold(text);
  const offset = parseOffset(query);
  return searchable
    .flatMap(({ name, index, country }): [order: number, name: string][] => {
      const isAtOffset = offset !== undefined && getOffset(getSpans(table, index), now) === offset;
      const rank = isAtOffset ? 1 : rankOf(query, name, country, countryNames);
      const isLarge = getCity(name) in aliases;
      return rank === undefined ? [] : [[rank * 4 + (name === current ? -4 : isLarge ? 0 : 1), name]];
    })
    .toSorted(([a], [b]) => a - b)
    .map(([, name]) => name);
}

function rankOf(
  query: string,
  name: string,
  country: string,
  countryNames: Search['countryNames'],
): number | undefined {
  const city = fold(getCity(name));
  const others = [
    ...[aliases[getCity(name)], aliases[country]].join().split(','),
    ...(country === '..' ? [] : countryNames(country)).map(fold),
  ];
  if (city === query || others.includes(query)) return 0;
  if (city.startsWith(query)) return 1;
  if (others.some((word) => word.startsWith(query))) return 2;
  return fold(name).includes(query) ? 3 : undefined;
}

/** Time zones by what they are called beside their city, such as `Central European Time`. */
export function searchZoneTitles(text: string, getTitle: (zone: string) => string): string[] {
  const query = fold(text);
  return searchable.map(({ name }) => name).filter((name) => fold(getTitle(name)).includes(query));
}

/** The country of a time zone by its two letters; undefined for UTC and names of old. */
export function findZoneCountry(zone: string): string | undefined {
  return searchable.find(({ name, country }) => name === zone && country !== '..')?.country;
}

/** Minutes, for `utc+2`, `gmt -03:30` or `+5:45`. */
function parseOffset(query: string): number | undefined {
  const match = /^(?:(?:utc|gmt) ?([+-]?)|([+-]))(\d{1,2})(?::?(\d\d))?$/.exec(query.replace('−', '-'));
  if (!match) return undefined;
  const [, sign = '', bare = '', hours = '0', minutes = '0'] = match;
  return (sign + bare === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/[_/]/g, ' ').toLowerCase().trim();
}
