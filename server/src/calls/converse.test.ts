import { describe, expect, test } from 'vitest';
import { getZone } from '../platform/zones.ts';
import { converse, type PerformAction } from './converse.ts';
import { chooseOffers, type Action } from './dialogue/public.ts';
import { openUtteranceDetector } from './media/public.ts';
import { openCallerInput, type CallerInput, type Sound } from './caller-input.ts';

const facts = { firstName: 'Ines', company: 'Juniper Studio', reason: null, title: 'a first talk' };
const offers = chooseOffers([Date.parse('2027-03-02T09:00Z')], getZone('Europe/Berlin'));
const utterance = (durationMs: number, beganAtMs = Infinity): Sound => ({
  kind: 'utterance',
  samples: new Int16Array(8),
  durationMs,
  beganAtMs,
  endedAtMs: beganAtMs + durationMs,
});
const pressed = (digit: string, beganAtMs = Infinity): Sound => ({ kind: 'digit', digit, beganAtMs });
const spoken = utterance(800);
const silence: Sound = { kind: 'silence' };
const beep: Sound = { kind: 'beep' };

interface ListenerStub {
  readonly recognize?: () => Promise<string>;
  /** What the second look at a yes finds. */
  readonly again?: string;
  readonly transcribe?: () => Promise<string>;
  /** What is interrupted: whatever begins with it. */
  readonly cut?: string;
}

/** A person or machine from whom these sounds come, and what happened in which order. */
async function talk(sounds: readonly Sound[], texts: readonly string[] = [], hearing: ListenerStub = {}) {
  const { again, transcribe, cut = 'nothing' } = hearing;
  const left = [...sounds];
  const words = [...texts];
  const order: string[] = [];
  const ear: CallerInput = {
    ...{ receive: () => undefined, clear: () => undefined, close: () => undefined, isClosed: false },
    async next() {
      const sound = left.shift() ?? { kind: 'closed' };
      order.push(sound.kind);
      return sound;
    },
  };
  const perform: PerformAction = async (action: Action) => {
    order.push(action.kind);
    if (action.kind === 'book') return { kind: 'booked' };
    if (action.kind === 'cancel booking') return { kind: 'canceled', isDone: true };
    return action.kind === 'send link' ? { kind: 'link', isSent: true } : undefined;
  };
  const voice = {
    ear,
    say: async (text: string) => {
      order.push(`say ${text.slice(0, 40)}`);
      return !text.startsWith(cut);
    },
    recognize:
      hearing.recognize ??
      (async (_: Int16Array, grammar: string) =>
        grammar.includes('<like>') ? (again ?? 'yes please') : (words.shift() ?? '')),
    ...(transcribe && { transcribe }),
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

  test('is not written down, even if its greeting was taken for a person', async () => {
    const call = await talk([spoken, spoken, spoken, beep], ['the first one']);
    expect(call.turns.map(({ speaker }) => speaker)).toEqual(['agent', 'agent', 'agent', 'agent']);
  });

  test('that hangs up gets none', async () => {
    expect(await talk([utterance(3000)])).toMatchObject({ result: 'hung_up', turns: [] });
  });
});

describe('a person', () => {
  test('is told what this is before anything is recorded, and books', async () => {
    const call = await talk([spoken, spoken, spoken, silence, silence], ['the first one', 'yes please']);
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
    const recognize = async (): Promise<string> => {
      throw new Error('The ear is gone.');
    };
    const call = await talk([spoken, spoken], [], { recognize });
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

describe('a yes', () => {
  const choose = ['the first one'];
  const isBooked = ({ order }: { order: string[] }) => order.includes('book');
  const to = (sounds: readonly Sound[], texts: readonly string[], hearing?: ListenerStub) =>
    talk([spoken, spoken, ...sounds], [...choose, ...texts], hearing);

  test('books once nothing has followed it for a while', async () => {
    expect(isBooked(await to([spoken, silence], ['yes please']))).toBe(true);
    expect(isBooked(await to([spoken], ['yes please']))).toBe(false);
  });

  test('that goes on after a pause is what comes then, or is asked again', async () => {
    const goesOn = await to([spoken, spoken], ['yes please', '']);
    expect([isBooked(goesOn), goesOn.order.at(-2)]).toEqual([
      false,
      'say Please say, yes please, or, no thanks.',
    ]);
    expect(goesOn.order.filter((each) => each.startsWith('say Sorry'))).toHaveLength(1);
    const denied = await to([spoken, spoken], ['yes please', 'no thanks']);
    expect(denied.order.filter((each) => each.startsWith('say All right.'))).toHaveLength(1);
    expect(isBooked(denied)).toBe(false);
    expect(isBooked(await to([spoken, spoken, silence], ['yes please', 'yes please']))).toBe(true);
  });

  test('that is no yes at a second look is asked again', async () => {
    for (const again of ['', 'yet', 'yes but not on thursday'])
      expect(isBooked(await to([spoken, silence], ['yes please'], { again })), again).toBe(false);
  });

  test('is one only where the second recognizer agrees, and that one alone is never enough', async () => {
    const says = (text: string) => ({ transcribe: async () => text });
    expect(isBooked(await to([spoken, silence], ['yes please'], says('Yes, please.')))).toBe(true);
    for (const text of ['', 'Yes, but not on Thursday.', 'Woof.'])
      expect(isBooked(await to([spoken, silence], ['yes please'], says(text))), text).toBe(false);
    const byModel = await to([spoken, silence, silence], [''], says('Yes, please.'));
    expect([isBooked(byModel), byModel.turns[3]?.text]).toEqual([false, 'Yes, please.']);
  });

  test.each([
    ['said', utterance(800, 0), ['yes please']],
    ['pressed', pressed('1', 0), []],
  ])(
    'that was %s before the question had been heard is none: the question is asked again',
    async (_, sound, texts) => {
      const early = await to([sound], texts, { cut: 'Tuesday' });
      const questions = early.order.filter((each) => each.startsWith('say Tuesday'));
      expect([isBooked(early), questions.length]).toEqual([false, 2]);
    },
  );

  test('that was pressed after it books at once', async () => {
    expect(isBooked(await to([pressed('1')], []))).toBe(true);
  });

  test('is taken back by a no until the call is over', async () => {
    const undone = await to([spoken, silence, spoken], ['yes please', 'no']);
    expect(undone.order).toContain('cancel booking');
    expect(undone.turns.at(-1)?.text).toContain('I have canceled it. I have one time.');
    expect(undone.result).toBe('hung_up');
    expect((await to([spoken, silence, pressed('2')], ['yes please'])).order).toContain('cancel booking');
    const thanked = await to([spoken, silence, spoken, silence], ['yes please', 'thank you']);
    expect([thanked.result, thanked.order.includes('cancel booking')]).toEqual(['booked', false]);
    const late = await to([spoken, silence, spoken, spoken], ['yes please', 'thank you', 'no']);
    expect(late.order).toContain('cancel booking');
    const unclear = await to([spoken, silence, spoken, silence], ['yes please', '']);
    expect(unclear.order.filter((each) => each.startsWith('say You are booked'))).toHaveLength(2);
    expect(unclear.result).toBe('booked');
  });
});

describe('the last words of somebody who hangs up', () => {
  const say = (ear: CallerInput): void => {
    ear.receive({ kind: 'speech' });
    ear.receive({ kind: 'pause', samples: new Int16Array(8) });
    ear.receive({ kind: 'end', durationMs: 700 });
  };
  const pressTwice = (ear: CallerInput): void => {
    ear.receive({ kind: 'digit', digit: '1' });
    ear.receive({ kind: 'digit', digit: '1' });
  };

  /** Gives these answers to the questions, each once the question was heard, and hangs up with the last. */
  async function hangUpAfter(answers: readonly string[], answer = say) {
    const ear = openCallerInput();
    const actions: string[] = [];
    let given = 0;
    const next = (): void => {
      given += 1;
      answer(ear);
      if (given === answers.length) ear.close();
    };
    const voice = {
      ear,
      say: async (text: string) => {
        if (text.endsWith('?')) setTimeout(next, 150);
        return true;
      },
      recognize: async () => answers[given - 1] ?? '',
    };
    const perform: PerformAction = async ({ kind }) => void actions.push(kind);
    return { actions, ...(await converse(voice, facts, offers, perform)) };
  }

  test('are a wish not to be called, and nothing is said to nobody', async () => {
    const call = await hangUpAfter(['stop calling me']);
    expect(call).toMatchObject({ actions: ['opt out'], result: 'opted_out' });
    expect(call.turns.map(({ speaker }) => speaker)).toEqual(['agent', 'person']);
  });

  test('are never a yes', async () => {
    const nothing = { actions: [], result: 'hung_up' };
    expect(await hangUpAfter(['the first one', 'yes please'])).toMatchObject(nothing);
    expect(await hangUpAfter(['(pressed 1 twice)'], pressTwice)).toMatchObject(nothing);
  });
});

test('an utterance is understood from its first pause on, and not again when it has ended', async () => {
  const understood: number[] = [];
  const heard = openCallerInput();
  const hear = openUtteranceDetector(heard.receive);
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
  const ear: CallerInput = {
    ...{ receive: () => undefined, clear: () => undefined, close: () => undefined, isClosed: false },
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
  await converse({ ear, recognize, say: async () => true }, facts, offers, async () => undefined);
  expect(recognized).toHaveLength(1);
});

test('an ear tells a tone from what was said before it', async () => {
  const ear = openCallerInput();
  const hear = openUtteranceDetector(ear.receive);
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
