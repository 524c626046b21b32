import { isLanguage, pickLanguage } from '@daybook/booking/language';
import type { Site } from '@daybook/booking/model';
import { timeZone } from '@daybook/contract/fields';
import type { Runtime } from '../platform/context.ts';
import { assetPath } from '../platform/http/assets.ts';
import type { Visit } from '../platform/http/pages.ts';

/** Who reads a page: in which zone and language. Nothing else is known of them, or asked. */
export interface Reader {
  readonly site: Site;
  readonly zone: string;
  /** Nobody chose it: the browser may correct it. */
  readonly zoneIsGuess: boolean;
  readonly cookies: readonly string[];
}

interface Fallback {
  readonly timezone?: string;
  readonly language?: string;
}

const zoneCookie = 'daybook_zone';
const languageCookie = 'daybook_language';

export function readerOf(
  { config }: Pick<Runtime, 'config'>,
  visit: Visit,
  { timezone = 'UTC', language }: Fallback = {},
): Reader {
  const { query, cookies } = visit;
  const lang = query['lang'] && isLanguage(query['lang']) ? query['lang'] : undefined;
  const { locale, words } = pickLanguage({
    chosen: lang ?? cookies[languageCookie],
    accepted: visit.languages,
    fallback: language,
  });
  const named = isZone(query['zone']) ? query['zone'] : undefined;
  const kept = cookies[zoneCookie] ?? '';
  const keptZone = isZone(kept.replace(/^~/, '')) ? kept.replace(/^~/, '') : undefined;
  const remember = named !== undefined && query['remember'] === '1';
  const secure = config.publicUrl.startsWith('https:');
  return {
    site: {
      locale,
      words,
      assets: { css: assetPath('booking.css'), js: assetPath('booking.js') },
      frame: query['embed'] === '1' ? assetPath('frame.js') : null,
      nonce: visit.nonce,
      publicUrl: config.publicUrl,
      path: visit.path,
      query,
    },
    zone: named ?? keptZone ?? timezone,
    zoneIsGuess: named === undefined && (keptZone === undefined || kept.startsWith('~')),
    cookies: [
      ...(lang ? [cookie(languageCookie, lang, secure)] : []),
      ...(remember ? [cookie(zoneCookie, named, secure)] : []),
    ],
  };
}

export function isZone(text: string | undefined): text is string {
  return timeZone.safeParse(text).success;
}

function cookie(name: string, value: string, secure: boolean): string {
  const yearSeconds = 31_536_000;
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure ? '; Secure' : ''}`;
}
