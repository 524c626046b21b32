import type { Locale } from './locale.ts';
import { ar } from './words/ar.ts';
import { de } from './words/de.ts';
import { en } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';
import { pseudo } from './words/pseudo.ts';
import { pt } from './words/pt.ts';
import type { Words } from './words/words.ts';

/** The languages of the public pages. To add one, add a file of words and a line here. */
const languages = {
  en: { name: 'English', words: en },
  de: { name: 'Deutsch', words: de },
  fr: { name: 'Français', words: fr },
  es: { name: 'Español', words: es },
  pt: { name: 'Português', words: pt },
  ar: { name: 'العربية', words: ar },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly words: Words }>>;

export type Language = keyof typeof languages;

export const languageNames: readonly (readonly [tag: Language, name: string])[] = Object.entries(
  languages,
).map(([tag, { name }]) => [tag as Language, name]);

/** Language tags, strongest first. */
interface LanguagePreferences {
  readonly chosen?: string | undefined;
  /** The Accept-Language header. */
  readonly accepted?: string | undefined;
  /** The host's language. */
  readonly fallback?: string | undefined;
}

export function pickLanguage({ chosen, accepted, fallback }: LanguagePreferences): {
  locale: Locale;
  words: Words;
} {
  const list = acceptedTags(accepted ?? '');
  const tags = [...(chosen ? [chosen] : []), ...list, ...(fallback ? [fallback] : []), 'en'];
  const tag = tags.find((candidate) => wordsOf(candidate)) ?? 'en';
  const region = regionOf(tag) ?? list.map(regionOf).find(Boolean) ?? defaultRegions[baseOf(tag)] ?? 'US';
  const locale: Locale = {
    tag: /^ar-XB$/i.test(tag) ? 'ar' : baseOf(tag),
    region,
    dir: getDirection(tag),
    hour12: clockIn(tag) ?? hasTwelveHours(baseOf(tag), region),
    weekStartsOn: sundayFirst.has(region) ? 0 : saturdayFirst.has(region) ? 6 : 1,
  };
  return { locale, words: wordsOf(tag) ?? en };
}

/** The language tag by which `pickLanguage` finds the same locale again, such as `en-US` or `en-US-u-hc-h23`. */
export function formatLocaleTag({ tag, region, hour12 }: Locale): string {
  const clock = hour12 === hasTwelveHours(tag, region) ? '' : `-u-hc-${hour12 ? 'h12' : 'h23'}`;
  return `${tag}-${region}${clock}`;
}

export function isLanguage(tag: string): boolean {
  return wordsOf(tag) !== undefined;
}

function wordsOf(tag: string): Words | undefined {
  const known: Readonly<Record<string, { readonly words: Words }>> = languages;
  return /^ar-XB$/i.test(tag) ? pseudo : known[baseOf(tag)]?.words;
}

export function getDirection(tag: string): Locale['dir'] {
  return rightToLeft.has(baseOf(tag)) ? 'rtl' : 'ltr';
}

/** The tags of an Accept-Language header, by descending quality. */
function acceptedTags(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', quality = ''] = part.trim().split(/\s*;\s*q=/);
      return { tag, quality: quality === '' ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(tag) && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

function baseOf(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? '';
}

function regionOf(tag: string): string | undefined {
  return /-([a-z]{2})\b/i.exec(tag.replace(/-u-.*/i, ''))?.[1]?.toUpperCase();
}

/** The clock that a tag asks for by itself, as Unicode extensions write it. */
function clockIn(tag: string): boolean | undefined {
  const clock = /-u-hc-(h12|h23)\b/i.exec(tag)?.[1]?.toLowerCase();
  return clock === undefined ? undefined : clock === 'h12';
}

function hasTwelveHours(language: string, region: string): boolean {
  return twelveHours.has(region) && language !== 'fr';
}

const defaultRegions: Readonly<Record<string, string>> = {
  en: 'US',
  de: 'DE',
  fr: 'FR',
  es: 'ES',
  pt: 'PT',
  ar: 'EG',
};
const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);
const twelveHours = new Set('US CA AU NZ IN PH PK BD EG MX CO MY KE NG ZA'.split(' '));
const sundayFirst = new Set('US CA MX BR CO PE VE IN IL JP KR TW HK PH SA ZA KE PK TH SG PT'.split(' '));
const saturdayFirst = new Set('EG AE DZ IQ JO KW LY OM QA SD SY YE'.split(' '));
