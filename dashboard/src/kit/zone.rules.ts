import { findZoneCountry, searchZones, searchZoneTitles } from '@daybook/booking/zone-search';
import { getCity, type ZoneTable } from '@daybook/booking/zones';

/** Which time zones a field offers, and what it calls them. Pure, so that Node can test it. */

/** The names of a language, from the browser. */
export interface ZoneNames {
  /** The name of a country by its two letters. */
  readonly country: (code: string) => string;
  /** The same, in as many languages as can be typed. */
  readonly countries: (code: string) => readonly string[];
  /** `Central European Time` */
  readonly title: (zone: string) => string;
}

export function createZoneNames(tag: string): ZoneNames {
  // oxlint-disable-next-line no-restricted-globals -- names of countries have no zone rules
  const own = new Intl.DisplayNames(tag, { type: 'region' });
  // oxlint-disable-next-line no-restricted-globals -- the same
  const english = new Intl.DisplayNames('en', { type: 'region' });
  const titles = new Map<string, string>();
  return {
    country: (code) => own.of(code) ?? code,
    countries: (code) => [own.of(code) ?? '', english.of(code) ?? ''],
    title: (zone) => {
      const known = titles.get(zone) ?? readTitle(zone, tag);
      titles.set(zone, known);
      return known;
    },
  };
}

/** Browsers that lack a zone have no name for it. */
function readTitle(timeZone: string, tag: string): string {
  try {
    // oxlint-disable-next-line no-restricted-globals -- reads the name of the zone only
    const format = new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: 'longGeneric' });
    return format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  } catch {
    return '';
  }
}

/** `Berlin, Germany` */
export function formatZoneLabel(zone: string, names: Pick<ZoneNames, 'country'>): string {
  const country = findZoneCountry(zone);
  return country ? `${getCity(zone)}, ${names.country(country)}` : getCity(zone);
}

interface ZoneSearch {
  readonly text: string;
  readonly chosen: string;
  /** The reader's own, the browser's, and those chosen last: they come first. */
  readonly likely: readonly string[];
  readonly table: ZoneTable;
  /** In minutes. */
  readonly now: number;
  readonly names: ZoneNames;
}

export interface FoundZones {
  readonly likely: readonly string[];
  readonly others: readonly string[];
}

/** Before something is typed, the likely ones come first; afterwards, what matches best. */
export function findZones({ text, chosen, likely, table, now, names }: ZoneSearch): FoundZones {
  const found = searchZones({ text, current: chosen, table, now, countryNames: names.countries });
  const titled = text.trim().length > 2 ? searchZoneTitles(text, names.title) : [];
  if (text.trim() !== '') return { likely: [], others: [...new Set([...found, ...titled])] };
  const first = new Set([chosen, ...likely].filter((zone) => found.includes(zone)));
  return { likely: [...first], others: found.filter((zone) => !first.has(zone)) };
}

const maxRecent = 4;

/** The zones chosen last, with this one first. */
export function addRecentZone(recent: readonly string[], zone: string): string[] {
  return [zone, ...recent.filter((each) => each !== zone)].slice(0, maxRecent);
}
