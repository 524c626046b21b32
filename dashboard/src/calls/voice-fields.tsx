import { callLanguages, callVoices, type CallLanguage } from '@daybook/contract/call-voices.data';
import { SelectField } from '../kit/field.tsx';
import { words } from '../platform/words/words.ts';
import type { Agent } from './rules.ts';

export type Speech = Pick<Agent, 'language' | 'voice'>;

interface VoiceFieldsProps {
  readonly speech: Speech;
  readonly onChange: (speech: Speech) => void;
}

/** Every language has voices of its own. */
export function VoiceFields({ speech: { language, voice }, onChange }: VoiceFieldsProps) {
  const voices: readonly Agent['voice'][] = callVoices[language];
  return (
    <>
      <SelectField
        label={words.calls.language}
        name="language"
        value={language}
        onChange={(chosen) => {
          const next = chosen as CallLanguage;
          onChange({ language: next, voice: callVoices[next][0] });
        }}
        choices={callLanguages.map((value) => ({ value, label: words.calls.languages[value] }))}
      />
      <SelectField
        label={words.calls.voice}
        name="voice"
        value={voice}
        onChange={(chosen) => onChange({ language, voice: chosen as Agent['voice'] })}
        choices={voices.map((value) => ({ value, label: words.calls.voices[value] }))}
      />
    </>
  );
}
