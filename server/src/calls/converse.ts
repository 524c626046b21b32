import {
  begin,
  grammarFor,
  messageFor,
  respond,
  type Action,
  type Facts,
  type Heard,
  type OfferedTime,
} from './dialogue/public.ts';
import type { Ear } from './ear.ts';

/** One conversation from the first word to the goodbye: who speaks when, and what is written down. */

export interface Voice {
  /** Resolves once it was said, or somebody spoke meanwhile. */
  say(text: string): Promise<void>;
  readonly ear: Ear;
  /** The words of an utterance; empty when they are none that the grammar has. */
  recognize(samples: Int16Array, grammar: string): Promise<string>;
}

/** What the conversation may do, each in a transaction of its own. */
export type Perform = (action: Action) => Promise<Heard | undefined>;

export interface Turn {
  readonly atMs: number;
  readonly by: 'Agent' | 'Person';
  readonly text: string;
}

export interface Conversation {
  readonly outcome: 'answered' | 'voicemail';
  readonly turns: readonly Turn[];
  /** False when the other side hung up before the end. */
  readonly isComplete: boolean;
}

/** Whoever answers says hello first. A longer speech is a machine's. */
const helloMs = 1500;
const machineMs = 2400;
const answerMs = 7000;

export async function converse(
  { say, ear, recognize }: Voice,
  facts: Facts,
  offers: readonly OfferedTime[],
  perform: Perform,
): Promise<Conversation> {
  const startMs = performance.now();
  const turns: Turn[] = [];
  const note = (by: Turn['by'], text: string): void =>
    void turns.push({ atMs: Math.round(performance.now() - startMs), by, text });
  const speak = async (text: string): Promise<void> => {
    note('Agent', text);
    await say(text);
  };

  const hello = await ear.next(helloMs);
  if (hello.kind === 'utterance' && hello.durationMs > machineMs) {
    await speak(messageFor(facts));
    return { outcome: 'voicemail', turns, isComplete: true };
  }
  let { state, say: words, action } = begin(facts, offers);
  for (;;) {
    ear.clear();
    // What is promised is done before it is said.
    const result = action && (await perform(action));
    if (words) await speak(words);
    if (state.step === 'ended') return { outcome: 'answered', turns, isComplete: true };
    const heard = result ?? (await listen());
    if (!heard) return { outcome: 'answered', turns, isComplete: false };
    ({ state, say: words, action } = { action: undefined, ...respond(state, heard) });
  }

  async function listen(): Promise<Heard | undefined> {
    const sound = await ear.next(answerMs);
    switch (sound.kind) {
      case 'closed':
        return undefined;
      case 'silence':
        note('Person', '(silence)');
        return { kind: 'silence' };
      case 'digit':
        note('Person', `(pressed ${sound.digit})`);
        return sound;
      case 'utterance': {
        const text = await recognize(sound.samples, grammarFor(state));
        note('Person', text || '(not understood)');
        return { kind: 'speech', text };
      }
    }
  }
}

/** `[0:03] Agent: Hello.`, a line for each turn. */
export function transcriptOf(turns: readonly Turn[]): string {
  const clock = (ms: number): string => {
    const seconds = Math.floor(ms / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  };
  return turns.map(({ atMs, by, text }) => `[${clock(atMs)}] ${by}: ${text}`).join('\n');
}
