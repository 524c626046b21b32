import type { Language } from '../../mail/public.ts';

/** What a visitor reads who confirms that an email address is theirs. */
interface CodeWords {
  readonly code: string;
  readonly page: string;
  readonly codeUntil: string;
}

export const codeWordsIn: Record<Language, CodeWords> = {
  en: { code: 'Code', page: 'To book', codeUntil: '10 minutes, single use' },
  de: { code: 'Code', page: 'Für die Buchung', codeUntil: '10 Minuten, einmal' },
  fr: { code: 'Code', page: 'Pour réserver', codeUntil: '10 minutes, une fois' },
  es: { code: 'Código', page: 'Para reservar', codeUntil: '10 minutos, una vez' },
  pt: { code: 'Código', page: 'Para reservar', codeUntil: '10 minutos, uma vez' },
  ar: { code: 'الرمز', page: 'للحجز', codeUntil: '10 دقائق، مرة واحدة' },
};
