import {
  begin,
  dialogueBrain,
  grammarFor,
  messageFor,
  type Action,
  type Brain,
  type Facts,
  type Heard,
  type OfferedTime,
  type Reaction,
  type Result,
  type Turn,
} from './dialogue/public.ts';
import type { Ear, Sound } from './ear.ts';

/** One conversation from the first word to the goodbye: who speaks when, and what is written down. */

export interface Voice {
  /** Resolves once it was said, or somebody spoke meanwhile. */
  say(text: string): Promise<void>;
  readonly ear: Ear;
  /** The words of an utterance; empty when they are none that the grammar has. */
  recognize(samples: Int16Array, grammar: string): Promise<string>;
  /** In any words; empty when it was not understood. */
  transcribe?(samples: Int16Array): Promise<string>;
  /** How sure that was, from 0 to 1. */
  confidenceOf?(samples: Int16Array): number | null;
  /** Somebody is there, and is told now that this is a machine and whether the call is recorded. */
  onDisclosure?(): void;
}

/** What the conversation may do, each in a transaction of its own. */
export type Perform = (action: Action) => Promise<Heard | undefined>;

export interface Conversation {
  readonly outcome: 'answered' | 'voicemail';
  readonly result: Result | 'message_left' | 'hung_up';
  readonly turns: readonly Turn[];
  /** Why it broke off. */
  readonly error?: string | undefined;
}

/** Whoever answers says hello first. A longer speech is a machine's. */
const helloMs = 1500;
const machineMs = 2400;
const answerMs = 7000;
/** A machine whose tone does not come after its greeting has none, or its tone is no tone that we know. */
const beepWithinMs = 4000;
const maxGreetings = 10;

/** Never rejects: when something fails in the midst of it, what was said until then is kept. */
export async function converse(
  { say, ear, recognize, transcribe, confidenceOf = () => null, onDisclosure }: Voice,
  facts: Facts,
  offers: readonly OfferedTime[],
  perform: Perform,
  brain: Brain = dialogueBrain,
): Promise<Conversation> {
  const startMs = performance.now();
  const turns: Turn[] = [];
  const note = (speaker: Turn['speaker'], text: string, confidence: number | null = null): void =>
    void turns.push({ atMs: Math.round(performance.now() - startMs), speaker, text, confidence });
  const speak = async (text: string): Promise<void> => {
    note('agent', text);
    await say(text);
  };

  let state: Reaction['state'];
  const hello = await ear.next(helloMs);
  return (isMachine(hello) ? leaveMessage(hello) : talk()).catch((error: unknown): Conversation => ({
    outcome: isMachine(hello) ? 'voicemail' : 'answered',
    result: 'nothing_booked',
    turns,
    error: error instanceof Error ? error.message : String(error),
  }));

  async function talk(): Promise<Conversation> {
    onDisclosure?.();
    let words: string;
    let action: Action | undefined;
    ({ state, say: words, action } = { action: undefined, ...begin(facts, offers) });
    for (;;) {
      ear.clear();
      // What is promised is done before it is said.
      const result = action && (await perform(action));
      if (words) await speak(words);
      if (state.step === 'ended')
        return { outcome: 'answered', result: state.result ?? 'nothing_booked', turns };
      const heard = result ?? (await listen());
      if (heard === 'machine') return leaveMessage({ kind: 'beep' });
      if (!heard) return { outcome: 'answered', result: 'hung_up', turns };
      ({ state, say: words, action } = { action: undefined, ...(await brain.respond(state, heard, turns)) });
    }
  }

  async function listen(): Promise<Heard | 'machine' | undefined> {
    const grammar = grammarFor(state);
    let early: { readonly samples: Int16Array; readonly phrase: Promise<string> } | undefined;
    const sound = await ear.next(answerMs, (samples) => {
      early = { samples, phrase: recognize(samples, grammar) };
      early.phrase.catch(() => undefined);
    });
    switch (sound.kind) {
      case 'closed':
        return undefined;
      case 'beep':
        // Its greeting had a pause after the first words.
        return 'machine';
      case 'silence':
        note('person', '(silence)');
        return { kind: 'silence' };
      case 'digit':
        note('person', `(pressed ${sound.digit})`);
        return sound;
      case 'utterance': {
        const isKnown = early?.samples === sound.samples;
        const phrase = await (early && isKnown ? early.phrase : recognize(sound.samples, grammar));
        const text = phrase || ((await transcribe?.(sound.samples)) ?? '');
        note('person', text || '(not understood)', confidenceOf(sound.samples));
        return { kind: 'speech', text };
      }
    }
  }

  /** After the tone, so that all of it is recorded. */
  async function leaveMessage(heard: Sound): Promise<Conversation> {
    let sound = heard;
    for (let greetings = 0; sound.kind === 'utterance' && greetings < maxGreetings; greetings += 1)
      sound = await ear.next(beepWithinMs);
    if (sound.kind === 'closed') return { outcome: 'voicemail', result: 'hung_up', turns };
    ear.clear();
    await speak(messageFor(facts));
    return { outcome: 'voicemail', result: 'message_left', turns };
  }
}

function isMachine(hello: Sound): boolean {
  return hello.kind === 'beep' || (hello.kind === 'utterance' && hello.durationMs > machineMs);
}

/** `[0:03] Agent: Hello.`, a line for each turn. */
export function transcriptOf(turns: readonly Turn[]): string {
  const clock = (ms: number): string => {
    const seconds = Math.floor(ms / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  };
  const names = { agent: 'Agent', person: 'Person' };
  return turns.map(({ atMs, speaker, text }) => `[${clock(atMs)}] ${names[speaker]}: ${text}`).join('\n');
}
