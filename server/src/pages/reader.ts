import { isLanguage, pickLanguage } from '@daybook/booking/language';
import type { Site } from '@daybook/booking/model';
import { timeZone } from '@daybook/contract/fields';
import type { Runtime } from '../platform/context.ts';
import { getAssetPath } from '../platform/http/assets.ts';
import type { Visit } from '../platform/http/pages.ts';

/** The visitor's zone and language, each from the query, a cookie or the browser. Nothing else is known of them. */
export interface Reader {
  readonly site: Site;
  readonly zone: string;
  /** The visitor has not chosen it: the browser may replace it by its own. */
  readonly zoneIsGuess: boolean;
  /** The page shows its times in this zone only. */
  readonly zoneIsLocked: boolean;
  /** The country that the browser names, if the visitor's zone is not known: `DE`. */
  readonly region: string | undefined;
  readonly cookies: readonly string[];
}

/** Of the host, or of the page. */
interface Fallback {
  readonly timezone?: string;
  readonly lockedTimezone?: string | null;
  readonly language?: string;
}

export const zoneCookie = 'daybook_zone';
const languageCookie = 'daybook_language';

/** All of a visit that its reader is made of: visitors who have it in common see the same page. */
export function listReaderInput({ query, cookies, languages }: Visit): unknown[] {
  return [query, cookies[zoneCookie], cookies[languageCookie], languages];
}

export function resolveReader(
  { config, host }: Pick<Runtime, 'config' | 'host'>,
  visit: Visit,
  { timezone = 'UTC', lockedTimezone = null, language }: Fallback = {},
): Reader {
  const { query, cookies } = visit;
  const chosenLanguage = query['lang'] && isLanguage(query['lang']) ? query['lang'] : undefined;
  const { locale, words } = pickLanguage({
    chosen: chosenLanguage ?? cookies[languageCookie],
    accepted: visit.languages,
    fallback: language,
  });
  const chosenZone = isZone(query['zone']) ? query['zone'] : undefined;
  const cookieZone = parseZoneCookie(cookies[zoneCookie] ?? '');
  const isSecure = config.publicUrl.startsWith('https:');
  return {
    site: {
      locale,
      words,
      assets: {
        css: getAssetPath('booking.css'),
        js: getAssetPath('booking.js'),
        icon: getAssetPath('icon.svg'),
        preview: getAssetPath('preview.png'),
      },
      frame: query['embed'] === '1' ? getAssetPath('frame.js') : null,
      nonce: visit.nonce,
      publicUrl: host?.url ?? config.publicUrl,
      path: visit.path,
      query,
    },
    zone: lockedTimezone ?? chosenZone ?? cookieZone?.zone ?? timezone,
    zoneIsGuess: lockedTimezone === null && chosenZone === undefined && (cookieZone?.isDetected ?? true),
    zoneIsLocked: lockedTimezone !== null,
    region: chosenZone === undefined && !cookieZone ? /-([A-Z]{2})\b/.exec(visit.languages)?.[1] : undefined,
    cookies: [
      ...(chosenLanguage ? [cookie(languageCookie, chosenLanguage, isSecure)] : []),
      ...(chosenZone && query['remember'] === '1' ? [cookie(zoneCookie, chosenZone, isSecure)] : []),
    ],
  };
}

function isZone(text: string | undefined): text is string {
  return timeZone.safeParse(text).success;
}

/** `~` marks a zone that the browser's script detected, in contrast to one that the visitor chose. */
function parseZoneCookie(value: string): { zone: string; isDetected: boolean } | undefined {
  const zone = value.replace(/^~/, '');
  return isZone(zone) ? { zone, isDetected: value.startsWith('~') } : undefined;
}

function cookie(name: string, value: string, isSecure: boolean): string {
  const yearSeconds = 31_536_000;
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
