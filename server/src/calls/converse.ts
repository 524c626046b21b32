import {
  startDialogue,
  dialogueBrain,
  buildDoubtGrammar,
  buildGrammar,
  findMeaning,
  buildVoicemail,
  joinWords,
  type Action,
  type Brain,
  type Doubt,
  type Facts,
  type CallerUtterance,
  type OfferedTime,
  type Reaction,
  type Result,
  type Turn,
} from './dialogue/public.ts';
import type { CallerInput, Sound } from './caller-input.ts';

/** One conversation from the first word to the goodbye: who speaks when, and what is written down. */

export interface Voice {
  /** Resolves once it was said, with true, or somebody spoke or pressed a key meanwhile. */
  say(text: string): Promise<boolean>;
  readonly ear: CallerInput;
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
export type PerformAction = (action: Action) => Promise<CallerUtterance | undefined>;

export interface Conversation {
  readonly outcome: 'answered' | 'voicemail';
  readonly result: Result | 'message_left' | 'hung_up';
  readonly turns: readonly Turn[];
  /** Why it broke off. */
  readonly error?: string | undefined;
}

type Utterance = Extract<Sound, { kind: 'utterance' }>;

/** People who answer say hello first. A longer speech is a machine's. */
const helloMs = 1500;
const machineMs = 2400;
const answerMs = 7000;
/** After the goodbye, for who wants to take back what was booked. */
const objectMs = 2500;
/** The last word of a question is heard, and an answer to it found, so long after it was sent. */
const heardAfterMs = 100;
/** After the half second that ends an utterance. A person who says `yes` and goes on, `but not on Thursday`, has not agreed. */
export const settleMs = 1000;
/** A machine whose tone does not come after its greeting has none, or its tone is no tone that we know. */
const beepWithinMs = 4000;
const maxGreetings = 10;

/** Never rejects: when something fails in the midst of it, what was said until then is kept. */
export async function converse(
  { say, ear, recognize, transcribe, confidenceOf = () => null, onDisclosure }: Voice,
  facts: Facts,
  offers: readonly OfferedTime[],
  perform: PerformAction,
  brain: Brain = dialogueBrain,
): Promise<Conversation> {
  const startMs = performance.now();
  let turns: Turn[] = [];
  const note = (speaker: Turn['speaker'], text: string, confidence: number | null = null): void =>
    void turns.push({ atMs: Math.round(performance.now() - startMs), speaker, text, confidence });

  let state: Reaction['state'];
  /** When the question that is open had been heard. */
  let askedAtMs = Infinity;
  const hello = await ear.next(helloMs);
  return (isMachine(hello) ? leaveMessage(hello) : talk()).catch((error: unknown): Conversation => ({
    outcome: isMachine(hello) ? 'voicemail' : 'answered',
    result: 'nothing_booked',
    turns,
    error: error instanceof Error ? error.message : String(error),
  }));

  async function talk(): Promise<Conversation> {
    onDisclosure?.();
    let reaction = startDialogue(facts, offers);
    for (;;) {
      state = reaction.state;
      // A no that came while it was being booked is one.
      if (state.step !== 'booked') ear.clear();
      // What is promised is done before it is said.
      const result = reaction.action && (await perform(reaction.action));
      await speak(reaction);
      if (state.step === 'ended')
        return { outcome: 'answered', result: state.result ?? 'nothing_booked', turns };
      const heard = result ?? (await listen());
      if (heard === 'machine') return leaveMessage({ kind: 'beep' });
      if (!heard) return { outcome: 'answered', result: 'hung_up', turns };
      reaction = await brain.respond(state, heard, turns);
    }
  }

  async function speak(reaction: Pick<Reaction, 'say' | 'hint'>): Promise<void> {
    if (!reaction.say) return;
    // Also of a question that nobody hears any more: a key that was pressed before it is no answer to it.
    askedAtMs = Infinity;
    if (ear.isClosed) return;
    note('agent', joinWords(reaction));
    if (!(await say(reaction.say))) return;
    askedAtMs = performance.now();
    if (reaction.hint) await say(reaction.hint);
  }

  async function listen(): Promise<CallerUtterance | 'machine' | undefined> {
    let early: { readonly samples: Int16Array; readonly phrase: Promise<string> } | undefined;
    const sound = await ear.next(state.step === 'booked' ? objectMs : answerMs, (samples) => {
      early = { samples, phrase: recognize(samples, buildGrammar(state)) };
      early.phrase.catch(() => undefined);
    });
    const isKnown = sound.kind === 'utterance' && early?.samples === sound.samples;
    return hear(sound, isKnown ? early?.phrase : undefined);
  }

  async function hear(
    sound: Sound,
    known?: Promise<string>,
  ): Promise<CallerUtterance | 'machine' | undefined> {
    switch (sound.kind) {
      case 'closed':
        return undefined;
      case 'beep':
        // Its greeting had a pause after the first words. Machines book nothing.
        return state.step === 'booked' ? listen() : 'machine';
      case 'silence':
        if (state.step !== 'booked') note('person', '(silence)');
        return { kind: 'silence' };
      case 'digit':
        note('person', `(pressed ${sound.digit})`);
        return { kind: 'digit', digit: sound.digit, doubt: isEarly(sound) ? 'early' : undefined };
      case 'utterance':
        return understand(sound, (await known) ?? (await recognize(sound.samples, buildGrammar(state))));
    }
  }

  async function understand(
    sound: Utterance,
    phrase: string,
  ): Promise<CallerUtterance | 'machine' | undefined> {
    const text = phrase || ((await transcribe?.(sound.samples)) ?? '');
    const doubt = await whyNotYes(sound, phrase, text);
    note('person', text || '(not understood)', confidenceOf(sound.samples));
    const heard = { kind: 'speech', text, doubt } as const;
    return isYes(text) && !doubt ? settle(sound, heard) : heard;
  }

  /** A second look at what may be a yes: nothing is booked by what one recognizer alone makes of it. */
  async function whyNotYes(sound: Utterance, phrase: string, text: string): Promise<Doubt | undefined> {
    if (isEarly(sound)) return 'early';
    if (!isYes(text)) return undefined;
    if (!phrase) return 'transcript';
    const again = await Promise.all([
      recognize(sound.samples, buildDoubtGrammar(state)),
      transcribe?.(sound.samples) ?? text,
    ]);
    return again.every(isYes) ? undefined : 'unproven';
  }

  /** It counts once nothing has followed it for a while. */
  async function settle(
    sound: Utterance,
    yes: CallerUtterance,
  ): Promise<CallerUtterance | 'machine' | undefined> {
    const next = await ear.next(Math.max(0, sound.endedAtMs + settleMs - performance.now()));
    return next.kind === 'silence' ? yes : hear(next);
  }

  function isYes(text: string): boolean {
    return findMeaning(state, { kind: 'speech', text })?.kind === 'yes';
  }

  /** Whether the time that is repeated had not been heard. Of any other question nothing depends on it. */
  function isEarly({ beganAtMs }: { readonly beganAtMs: number }): boolean {
    return state.step === 'confirm' && beganAtMs < askedAtMs + heardAfterMs;
  }

  /** After the tone, so that all of it is recorded there. What the machine said before is not kept. */
  async function leaveMessage(heard: Sound): Promise<Conversation> {
    turns = turns.filter(({ speaker }) => speaker === 'agent');
    let sound = heard;
    for (let greetings = 0; sound.kind === 'utterance' && greetings < maxGreetings; greetings += 1)
      sound = await ear.next(beepWithinMs);
    if (sound.kind === 'closed') return { outcome: 'voicemail', result: 'hung_up', turns };
    ear.clear();
    await speak({ say: buildVoicemail(facts) });
    return { outcome: 'voicemail', result: 'message_left', turns };
  }
}

function isMachine(hello: Sound): boolean {
  return hello.kind === 'beep' || (hello.kind === 'utterance' && hello.durationMs > machineMs);
}

/** `[0:03] Agent: Hello.`, a line for each turn. */
export function formatTranscript(turns: readonly Turn[]): string {
  const clock = (ms: number): string => {
    const seconds = Math.floor(ms / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  };
  const names = { agent: 'Agent', person: 'Person' };
  return turns.map(({ atMs, speaker, text }) => `[${clock(atMs)}] ${names[speaker]}: ${text}`).join('\n');
}
