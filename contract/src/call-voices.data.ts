/** What agents of the provider `sip` speak, and in which voices. The first one is that of an agent for which none was chosen. */
export const callVoices = {
  en: ['slt', 'rms', 'awb', 'kal'],
  fr: ['fr-f', 'fr-m'],
} as const;

export type CallLanguage = keyof typeof callVoices;
export type CallVoice = (typeof callVoices)[CallLanguage][number];

export const callLanguages = Object.keys(callVoices) as [CallLanguage, ...CallLanguage[]];
