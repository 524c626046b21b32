import { afterAll, describe, expect, test } from 'vitest';
import { getZone } from '../../platform/zones.ts';
import { startDialogue, chooseOffers, buildGrammar, respondTo } from '../dialogue/public.ts';
import { decodeG711, encodeG711 } from '../media/g711.ts';
import { openListener } from './listener.ts';
import { openSpeaker } from './speaker.ts';
import { provideVoices } from './test-voices.ts';

const missing = await provideVoices('speech');
const listener = openListener();
const speaker = openSpeaker();
afterAll(() => listener.close());

describe.skipIf(missing)('over a telephone', { meta: { notTested: missing } }, () => {
  const berlin = getZone('Europe/Berlin');
  const starts = ['2027-03-02T09:00Z', '2027-03-03T13:30Z', '2027-03-04T08:15Z'].map((text) =>
    Date.parse(text),
  );
  const facts = { firstName: 'Ines', company: 'Juniper Studio', reason: null, title: 'a first talk' };
  const { state: offer } = startDialogue(facts, chooseOffers(starts, berlin));
  const { state: confirm } = respondTo(offer, { kind: 'digit', digit: '2' });
  const [lead, trail] = [new Int16Array(4200), new Int16Array(1600)];
  const hear = async (text: string, voice: string, grammar: string): Promise<string> => {
    const spoken = await speaker.render(text, voice);
    const samples = Int16Array.from([...lead, ...decodeG711(encodeG711(spoken, 'PCMU'), 'PCMU'), ...trail]);
    return listener.recognize(samples, grammar);
  };

  test.each(['slt', 'rms', 'awb', 'kal'])(
    'the voice %s is understood, or asked again, and never taken for something else',
    async (voice) => {
      const right: string[] = [];
      const expected = [
        'the second one',
        'on thursday at nine fifteen a m',
        "i'll take the first one please",
        'something later',
        'stop calling me',
        'not now call me tomorrow after four',
      ];
      for (const text of expected) {
        const heard = await hear(text, voice, buildGrammar(offer));
        const [wanted, got] = [text, heard].map((each) => respondTo(offer, { kind: 'speech', text: each }));
        if (heard !== '') expect(got, `${text} was taken for ${heard}`).toEqual(wanted);
        if (heard !== '') right.push(text);
      }
      expect(right.length).toBeGreaterThanOrEqual(expected.length - 1);
      expect(await hear('yes please', voice, buildGrammar(confirm))).toMatch(/^(yes please)?$/);
    },
    60_000,
  );

  test.each(['what is the weather today', 'can i have a pizza with mushrooms', 'i am driving right now'])(
    '"%s" is no answer',
    async (text) => {
      for (const voice of ['slt', 'rms']) expect(await hear(text, voice, buildGrammar(offer))).toBe('');
    },
    60_000,
  );

  test('silence and noise are no answer', async () => {
    const noise = Int16Array.from({ length: 16_000 }, (_, index) => ((index * 7919) % 401) - 200);
    expect(await listener.recognize(new Int16Array(16_000), buildGrammar(offer))).toBe('');
    expect(await listener.recognize(noise, buildGrammar(offer))).toBe('');
  });

  test('the noise of a line is taken out: at 20 dB sentences are understood, and others are asked again', async () => {
    let state = 7;
    const noise = (): number => {
      let sum = -6;
      for (let each = 0; each < 12; each += 1) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        sum += state / 2 ** 32;
      }
      return sum;
    };
    const hearInNoise = async (text: string): Promise<string> => {
      const spoken = await speaker.render(text, 'rms');
      const level = Math.sqrt(spoken.reduce((sum, sample) => sum + sample ** 2, 0) / spoken.length) / 10;
      const samples = Int16Array.from([...lead, ...spoken, ...trail], (sample) => sample + level * noise());
      return listener.recognize(decodeG711(encodeG711(samples, 'PCMU'), 'PCMU'), buildGrammar(offer));
    };
    const texts = ['the second one', 'something later', 'stop calling me', 'on thursday at nine fifteen a m'];
    const heard = await Promise.all(texts.map(hearInNoise));
    expect(heard.filter((text, index) => text === texts[index]).length).toBeGreaterThanOrEqual(3);
    expect(heard.every((text, index) => text === '' || text === texts[index])).toBe(true);
    for (const text of ['what is the weather like today', 'who is this'])
      expect(await hearInNoise(text)).toBe('');
  }, 60_000);

  test('sentences are spoken one by one, without silence before the first', async () => {
    const parts: Int16Array[] = [];
    for await (const part of speaker.speak('Hello Ines. Is that right?', 'slt')) parts.push(part);
    expect(parts).toHaveLength(2);
    expect(Int16Array.from(parts.flatMap((part) => [...part]))).toEqual(
      await speaker.render('Hello Ines. Is that right?', 'slt'),
    );
    expect(parts[0]?.findIndex((sample) => Math.abs(sample) > 60)).toBeLessThanOrEqual(160);
  });

  test('the same sentence is rendered once', async () => {
    expect(await speaker.render('Hello.', 'slt')).toBe(await speaker.render('Hello.', 'slt'));
  });
});
