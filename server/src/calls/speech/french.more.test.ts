import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { getZone } from '../../platform/zones.ts';
import { startDialogue, chooseOffers, buildGrammar, respondTo, type State } from '../dialogue/public.ts';
import { decodeG711, encodeG711 } from '../media/g711.ts';
import { openListener } from './listener.ts';
import { models } from './models.mjs';
import { openSpeaker } from './speaker.ts';
import { provideVoices } from './test-voices.ts';

const missing = await provideVoices('speech');
const starts = ['2027-03-02T09:00Z', '2027-03-03T13:30Z', '2027-03-04T08:15Z'].map((text) =>
  Date.parse(text),
);
const facts = {
  language: 'fr',
  firstName: 'Inès',
  company: 'Atelier',
  reason: null,
  title: 'un échange',
} as const;
const { state: offer } = startDialogue(facts, chooseOffers(starts, getZone('Europe/Paris'), 'fr'));
const { state: confirm } = respondTo(offer, { kind: 'digit', digit: '2' });
const { state: callBack } = respondTo(offer, { kind: 'speech', text: 'pas maintenant' });

test('the recognizer knows how every word of the French phrases sounds', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('soundswallower'));
  const dictionary = readFileSync(join(folder, 'model', models.fr.model, 'dict.txt'), 'utf8');
  const known = new Set([
    ...dictionary.split('\n').map((line) => line.split(' ')[0]),
    ...models.fr.words.map(([word]) => word),
  ]);
  const used = [offer, confirm, callBack].flatMap(
    (state) =>
      buildGrammar(state)
        .replaceAll(/<\w+>( =)?/g, ' ')
        .match(/[\p{L}']+/gu) ?? [],
  );
  expect(used).toContain('vingt');
  expect(used.filter((word) => !known.has(word))).toEqual([]);
});

describe.skipIf(missing)('over a telephone', { meta: { notTested: missing } }, () => {
  const listener = openListener(1);
  const speaker = openSpeaker();
  afterAll(() => listener.close());
  const hear = async (text: string, state: State): Promise<string> => {
    const spoken = await speaker.render(text, 'fr-m');
    const line = decodeG711(encodeG711(spoken, 'PCMU'), 'PCMU');
    const samples = Int16Array.from([...new Int16Array(4200), ...line, ...new Int16Array(1600)]);
    return listener.recognize(samples, buildGrammar(state), 'fr');
  };

  test('French is understood, or asked again, and never taken for something else', async () => {
    const said: [string, State][] = [
      ["je prends la première s'il vous plaît", offer],
      ['numéro trois', offer],
      ['plus tard', offer],
      ["arrêtez de m'appeler", offer],
      ["oui s'il vous plaît", confirm],
      ['non merci', confirm],
    ];
    const right: string[] = [];
    for (const [text, state] of said) {
      const heard = await hear(text, state);
      const [wanted, got] = [text, heard].map((each) => respondTo(state, { kind: 'speech', text: each }));
      if (heard !== '') expect(got, `${text} was taken for ${heard}`).toEqual(wanted);
      if (heard !== '') right.push(text);
    }
    expect(right.length, right.join(', ')).toBeGreaterThanOrEqual(said.length - 1);
  }, 120_000);

  test('what is no answer is none, and neither is silence', async () => {
    for (const text of ['quel temps fait-il', 'je voudrais une pizza aux champignons'])
      expect(await hear(text, confirm)).toBe('');
    expect(await listener.recognize(new Int16Array(16_000), buildGrammar(offer), 'fr')).toBe('');
  }, 120_000);

  test('without its program a voice says which one is missing', async () => {
    const path = process.env['PATH'];
    process.env['PATH'] = '';
    try {
      await expect(speaker.render('Un autre texte.', 'fr-f')).rejects.toThrow(
        'The program espeak-ng is missing: install it (apt-get install espeak-ng).',
      );
    } finally {
      process.env['PATH'] = path;
    }
  });
});
