import { afterAll, describe, expect, test } from 'vitest';
import { getZone } from '../../platform/zones.ts';
import {
  startDialogue,
  chooseOffers,
  buildDoubtGrammar,
  buildGrammar,
  findMeaning,
  respondTo,
} from '../dialogue/public.ts';
import { decodeG711, encodeG711 } from '../media/g711.ts';
import { getConfidence, openListener } from './listener.ts';
import { openSpeaker } from './speaker.ts';
import { provideVoices } from './test-voices.ts';

/** What the recognizer takes for a yes, and for a wish not to be called, in all voices that Debian has. */

const missing = await provideVoices('speech');

const starts = ['2027-03-02T09:00Z', '2027-03-03T13:30Z', '2027-03-04T08:15Z'].map((text) =>
  Date.parse(text),
);
const voices = { en: ['kal', 'kal16', 'awb', 'rms', 'slt'], fr: ['fr-m', 'fr-f'] } as const;
const noYes = {
  en: [
    ...['yet', 'guess', 'jess', 'just', 'yesterday', 'incorrect', 'that is not right'],
    ...['yes but not on thursday', 'yes but', 'yes no', 'yes and no', 'yes wait', 'yes what'],
    ...['ness', 'mess', 'press', 'west', 'address', 'bless', 'i guess', 'hello', 'maybe'],
    ...[
      'yes if it is in the morning',
      'yes but i would prefer wednesday',
      'yes i mean no',
      'yes is it on monday',
    ],
  ],
  fr: [
    ...['lui', 'bruit', 'ici', 'louis', 'cuit', 'oui mais', 'oui non', 'oui mais pas jeudi'],
    ...["oui si c'est le matin", 'oui peut-être', 'oui attendez'],
    ...['pluie', 'fruit', 'minuit', 'conduite', 'nuit', 'huit', 'midi', 'aujourd’hui', 'peut-être'],
  ],
} as const;
const unwanted = {
  en: [
    ...['take me off your list', 'wrong number', "i'm not interested", 'please stop calling me'],
    ...[
      'you have the wrong number',
      'remove my number from your list',
      'leave me alone',
      'do not call me again',
    ],
    ...['we are not interested thank you', 'put me on the do not call list', "i don't want any more calls"],
    ...['not for me thank you', "no i don't want this"],
  ],
  fr: [
    ...[
      'retirez moi de votre liste',
      "c'est un faux numéro",
      'je ne suis pas intéressé',
      "arrêtez de m'appeler",
    ],
    ...[
      "ça ne m'intéresse pas",
      'laissez moi tranquille',
      'supprimez mon numéro',
      'ne me rappelez plus jamais',
    ],
  ],
} as const;

describe.skipIf(missing)('over a telephone', { meta: { notTested: missing } }, () => {
  const listener = openListener();
  const speaker = openSpeaker();
  afterAll(() => listener.close());

  const hear = async (text: string, voice: string): Promise<Int16Array> => {
    const line = decodeG711(encodeG711(await speaker.render(text, voice), 'PCMU'), 'PCMU');
    return Int16Array.from([...new Int16Array(4800), ...line, ...new Int16Array(1600)]);
  };

  test('what other callers have said changes nothing', async () => {
    const one = openListener(1);
    const recognize = async (samples: Int16Array): Promise<unknown> => ({
      text: await one.recognize(samples, '<reply> = oui | non | merci;', 'fr'),
      confidence: getConfidence(samples),
    });
    const said = await hear('oui', 'fr-m');
    const first = await recognize(said);
    for (const voice of voices.fr) await recognize(await hear('non merci beaucoup', voice));
    expect(await recognize(said)).toEqual(first);
    expect(first).toMatchObject({ text: 'oui' });
    await one.close();
  }, 120_000);

  describe.each(['en', 'fr'] as const)('in %s', (language) => {
    const facts = { language, firstName: 'Ines', company: 'Juniper Studio', reason: null, title: 'a talk' };
    const { state: offer } = startDialogue(facts, chooseOffers(starts, getZone('Europe/Berlin'), language));
    const { state: confirm } = respondTo(offer, { kind: 'digit', digit: '2' });
    const means = async (samples: Int16Array, state: typeof offer, grammar: string) => {
      const text = await listener.recognize(samples, grammar, language);
      return findMeaning(state, { kind: 'speech', text })?.kind;
    };
    const isYes = async (text: string, voice: string): Promise<boolean> => {
      const samples = await hear(text, voice);
      const first = await means(samples, confirm, buildGrammar(confirm));
      return first === 'yes' && (await means(samples, confirm, buildDoubtGrammar(confirm))) === 'yes';
    };

    test('nothing but a yes is one', async () => {
      const said = noYes[language].flatMap((text) => voices[language].map((voice) => ({ text, voice })));
      const taken = await Promise.all(
        said.map(async ({ text, voice }) => (await isYes(text, voice)) && `${text} (${voice})`),
      );
      expect(taken.filter(Boolean)).toEqual([]);
    }, 600_000);

    test('a yes in the words that were asked for is one', async () => {
      const yes = { en: 'yes please', fr: "oui s'il vous plaît" }[language];
      const found = await Promise.all(voices[language].map((voice) => isYes(yes, voice)));
      expect(found.filter(Boolean).length).toBeGreaterThanOrEqual(voices[language].length - 1);
    }, 300_000);

    test('a wish not to be called is mostly understood, and is never taken for a choice', async () => {
      const said = unwanted[language].flatMap((text) => voices[language].map((voice) => ({ text, voice })));
      const found = await Promise.all(
        said.map(async ({ text, voice }) => means(await hear(text, voice), offer, buildGrammar(offer))),
      );
      const counts = found.map((kind, index) => `${said[index]?.text} (${said[index]?.voice}): ${kind}`);
      expect(found.filter((kind) => kind === 'choose')).toEqual([]);
      const share = found.filter((kind) => kind === 'stop').length / found.length;
      expect(share, counts.join('\n')).toBeGreaterThanOrEqual({ en: 0.6, fr: 0.5 }[language]);
    }, 600_000);
  });
});
