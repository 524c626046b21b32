import { expect, test } from 'vitest';
import { openSpeaker } from '../speech/speaker.ts';
import { provideVoices } from '../speech/test-voices.ts';
import { beepsIn } from './test-beeps.ts';

const missing = await provideVoices('calls');

test.skipIf(missing)(
  'the tone of an answering machine is not found in speech',
  { meta: { notTested: missing } },
  async () => {
    const speaker = openSpeaker();
    const text =
      'Hello, you have reached Ines Okafor. Ooh, I am not home, so do leave me a message after the tone.';
    for (const voice of ['slt', 'rms', 'awb', 'kal'])
      expect(beepsIn(await speaker.render(text, voice))).toEqual([]);
  },
);
