import { describe, expect, test } from 'vitest';
import { zoneNamed } from '../platform/zones.ts';
import { converse, type Perform } from './converse.ts';
import { chooseOffers, type Action } from './dialogue/public.ts';
import { openHearing } from './media/public.ts';
import { openEar, type Ear, type Sound } from './ear.ts';

const facts = { firstName: 'Ines', company: 'Juniper Studio', reason: null, title: 'a first talk' };
const offers = chooseOffers([Date.parse('2027-03-02T09:00Z')], zoneNamed('Europe/Berlin'));
const utterance = (durationMs: number): Sound => ({
  kind: 'utterance',
  samples: new Int16Array(8),
  durationMs,
});
const spoken = utterance(800);
const silence: Sound = { kind: 'silence' };
const beep: Sound = { kind: 'beep' };

/** A person or machine from whom these sounds come, and what happened in which order. */
async function talk(
  sounds: readonly Sound[],
  texts: readonly string[] = [],
  recognize?: () => Promise<string>,
) {
  const left = [...sounds];
  const words = [...texts];
  const order: string[] = [];
  const ear: Ear = {
    ...{ receive: () => undefined, clear: () => undefined, close: () => undefined },
    async next() {
      const sound = left.shift() ?? { kind: 'closed' };
      order.push(sound.kind);
      return sound;
    },
  };
  const perform: Perform = async (action: Action) => {
    order.push(action.kind);
    if (action.kind === 'book') return { kind: 'booked' };
    return action.kind === 'send link' ? { kind: 'link', isSent: true } : undefined;
  };
  const voice = {
    ear,
    say: async (text: string) => void order.push(`say ${text.slice(0, 40)}`),
    recognize: recognize ?? (async () => words.shift() ?? ''),
    confidenceOf: () => 0.87,
    onDisclosure: () => void order.push('disclosure'),
  };
  return { order, ...(await converse(voice, facts, offers, perform)) };
}

const said = 'say Hello Ines. This is an automated assista';

describe('an answering machine', () => {
  test('gets its message after the tone, and not during its greeting', async () => {
    const call = await talk([utterance(3000), utterance(900), beep]);
    expect(call.order).toEqual(['utterance', 'utterance', 'beep', said]);
    expect(call).toMatchObject({ outcome: 'voicemail', result: 'message_left' });
    expect(call.turns.at(-1)?.text).toContain('We will be in touch.');
  });

  test('without a tone gets it after some silence', async () => {
    expect((await talk([utterance(3000), silence])).order).toEqual(['utterance', 'silence', said]);
  });

  test('with a short greeting is known by its tone', async () => {
    expect(await talk([beep])).toMatchObject({ outcome: 'voicemail', result: 'message_left' });
  });

  test('that pauses after its first words is known by its tone, too', async () => {
    const call = await talk([spoken, beep]);
    expect(call.order).toEqual(['utterance', 'disclosure', said, 'beep', said]);
    expect(call).toMatchObject({ outcome: 'voicemail', result: 'message_left' });
  });

  test('that hangs up gets none', async () => {
    expect(await talk([utterance(3000)])).toMatchObject({ result: 'hung_up', turns: [] });
  });
});

describe('a person', () => {
  test('is told what this is before anything is recorded, and books', async () => {
    const call = await talk([spoken, spoken, spoken], ['the first one', 'yes please']);
    expect(call.order.slice(0, 3)).toEqual(['utterance', 'disclosure', said]);
    expect(call).toMatchObject({ outcome: 'answered', result: 'booked' });
    expect(call.turns.map(({ speaker, confidence }) => [speaker, confidence])).toEqual([
      ['agent', null],
      ['person', 0.87],
      ['agent', null],
      ['person', 0.87],
      ['agent', null],
    ]);
  });

  test('who is not understood three times gets the link before it is said', async () => {
    const call = await talk([spoken, spoken, silence, spoken]);
    const end = call.order.slice(-2);
    expect(end).toEqual(['send link', 'say I am sorry, I do not understand. I have ']);
    expect(call).toMatchObject({ outcome: 'answered', result: 'not_understood' });
  });

  test('of whom something fails in the midst of it keeps what was said until then', async () => {
    const call = await talk([spoken, spoken], [], async () => {
      throw new Error('The ear is gone.');
    });
    expect(call).toMatchObject({
      outcome: 'answered',
      result: 'nothing_booked',
      error: 'The ear is gone.',
      turns: [{ speaker: 'agent', text: expect.stringContaining('automated assistant') }],
    });
  });

  test('who hangs up has hung up', async () => {
    expect(await talk([spoken])).toMatchObject({ outcome: 'answered', result: 'hung_up' });
  });
});

test('an utterance is understood from its first pause on, and not again when it has ended', async () => {
  const understood: number[] = [];
  const heard = openEar();
  const hear = openHearing(heard.receive);
  const speech = (frames: number, amplitude: number): void => {
    for (let at = 0; at < frames; at += 1)
      hear(Int16Array.from({ length: 160 }, () => amplitude * (Math.random() - 0.5)));
  };
  speech(60, 40);
  const next = heard.next(1000, (samples) => void understood.push(samples.length));
  speech(40, 12_000);
  speech(12, 40);
  expect(understood).toHaveLength(1);
  speech(20, 12_000);
  speech(30, 40);
  const sound = await next;
  expect(understood).toHaveLength(2);
  expect(sound).toMatchObject({ kind: 'utterance', samples: { length: understood[1] } });

  const recognized: Int16Array[] = [];
  const sounds = [spoken, spoken, silence];
  const ear: Ear = {
    ...{ receive: () => undefined, clear: () => undefined, close: () => undefined },
    async next(_, onPause) {
      const given = sounds.shift() ?? { kind: 'closed' as const };
      if (given.kind === 'utterance') onPause?.(given.samples);
      return given;
    },
  };
  const recognize = async (samples: Int16Array): Promise<string> => {
    recognized.push(samples);
    return 'yes please';
  };
  await converse({ ear, recognize, say: async () => undefined }, facts, offers, async () => undefined);
  expect(recognized).toHaveLength(1);
});

test('an ear tells a tone from what was said before it', async () => {
  const ear = openEar();
  const hear = openHearing(ear.receive);
  const frames = (count: number, sampleAt: (index: number) => number): void => {
    for (let at = 0; at < count; at += 1)
      hear(Int16Array.from({ length: 160 }, (_, index) => sampleAt(at * 160 + index)));
  };
  frames(20, () => 0);
  // With the pauses of speech: what goes on at one level is noise.
  frames(150, (index) => ((index / 1600) % 1 < 0.7 ? 12_000 : 60) * (Math.random() - 0.5));
  frames(60, () => 0);
  frames(25, (index) => 8000 * Math.sin((2 * Math.PI * 1000 * index) / 8000));
  frames(60, () => 0);
  const [first, second, third] = [await ear.next(10), await ear.next(10), await ear.next(10)];
  expect(first).toMatchObject({ kind: 'utterance' });
  expect((first as { durationMs: number }).durationMs).toBeGreaterThan(2400);
  expect([second.kind, third.kind]).toEqual(['beep', 'silence']);
});
