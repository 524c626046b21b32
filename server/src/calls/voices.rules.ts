import { callVoices, type CallLanguage, type CallVoice } from '@daybook/contract/call-voices.data';
import type { FieldErrors } from '../platform/problems.ts';

/** Which voices speak which language. */

export const getDefaultVoice = (language: CallLanguage): CallVoice => callVoices[language][0];

export function hasVoice(voice: string, language: CallLanguage): boolean {
  return (callVoices[language] as readonly string[]).includes(voice);
}

export function validateVoice({
  voice,
  language = 'en',
}: {
  readonly voice?: CallVoice | undefined;
  readonly language?: CallLanguage | undefined;
}): FieldErrors {
  if (voice === undefined || hasVoice(voice, language)) return {};
  return { voice: [`Must be a voice of the language ${language}: ${callVoices[language].join(', ')}.`] };
}
