import type { CallLanguage } from '@daybook/contract/call-voices.data';
import { english } from './english.ts';
import { french } from './french.ts';
import type { Language } from './language.ts';

const languages: Readonly<Record<CallLanguage, Language>> = { en: english, fr: french };

export function getLanguage({ language = 'en' }: { readonly language?: CallLanguage | undefined }): Language {
  return languages[language];
}
