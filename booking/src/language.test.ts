import { expect, test } from 'vitest';
import { pickLanguage } from './language.ts';
import { formatLocalClock, formatDuration, pluralize } from './locale.ts';

test.each([
  [{ accepted: 'de-CH,en;q=0.8' }, { tag: 'de', hour12: false, weekStartsOn: 1 }],
  [{ accepted: 'sv-SE,fr;q=0.5' }, { tag: 'fr', hour12: false }],
  [{ accepted: 'en;q=0.2,pt-BR' }, { tag: 'pt', weekStartsOn: 0 }],
  [{ accepted: 'en-US' }, { tag: 'en', hour12: true, weekStartsOn: 0 }],
  [
    { chosen: 'es', accepted: 'en-US' },
    { tag: 'es', hour12: true },
  ],
  [{ chosen: 'xx', accepted: '', fallback: 'fr' }, { tag: 'fr' }],
  [{ chosen: 'ar-XB' }, { tag: 'ar', dir: 'rtl' }],
  [{ accepted: 'ar-EG,en;q=0.8' }, { tag: 'ar', dir: 'rtl', hour12: true, weekStartsOn: 6 }],
  [{ chosen: 'en-US-u-hc-h23' }, { tag: 'en', region: 'US', hour12: false }],
  [{ chosen: 'de-u-hc-h12' }, { tag: 'de', region: 'DE', hour12: true }],
  [{ accepted: 'fr-CA' }, { tag: 'fr', hour12: false }],
  [{ accepted: ';;;,*' }, { tag: 'en' }],
])('%j', (preferences, locale) => {
  expect(pickLanguage(preferences).locale).toMatchObject(locale);
});

test('counts, clocks and durations', () => {
  const { words, locale } = pickLanguage({ chosen: 'fr' });
  expect(pluralize(words.pick, words.pick.times, 0)).toBe('0 créneau');
  expect(pluralize(words.pick, words.pick.times, 2)).toBe('2 créneaux');
  expect(formatDuration(words.pick, 90)).toBe('1 heure 30 minutes');
  expect(formatLocalClock(words.pick, { ...locale, hour12: true }, '00:05')).toBe('12:05 am');
});
