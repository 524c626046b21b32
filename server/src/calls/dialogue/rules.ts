import { grammarOf, understand, type Phrase } from './phrases.ts';
import { hours, weekdays, type OfferedTime } from './times.ts';

/** The conversation of a call, as a pure function from state and what was heard to what is said and done next. */

export interface Facts {
  readonly firstName: string;
  readonly company: string;
  /** Why it calls, in the words of the agent. */
  readonly reason: string | null;
  readonly title: string;
}

export interface State {
  readonly facts: Facts;
  readonly step: 'offer' | 'confirm' | 'call back' | 'ended';
  readonly offers: readonly OfferedTime[];
  readonly chosen: OfferedTime | undefined;
  /** How often in a row nothing was understood. */
  readonly misses: number;
  /** How often other times were offered. */
  readonly rounds: number;
}

export type Heard =
  | { readonly kind: 'speech'; readonly text: string }
  | { readonly kind: 'digit'; readonly digit: string }
  | { readonly kind: 'silence' }
  /** What came of an action. */
  | { readonly kind: 'booked' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'gone' | 'times'; readonly offers: readonly OfferedTime[] };

export type Action =
  | { readonly kind: 'book'; readonly startMs: number }
  | { readonly kind: 'find later times'; readonly afterMs: number }
  | { readonly kind: 'call back'; readonly day: string; readonly hour: string | undefined }
  | { readonly kind: 'opt out' };

export interface Reaction {
  readonly state: State;
  /** Nothing is said before the result of an action is known. */
  readonly say: string;
  readonly action?: Action;
}

type Meaning =
  | { readonly kind: 'choose'; readonly index: number }
  | { readonly kind: 'yes' | 'no' | 'later' | 'repeat' | 'not now' | 'stop' }
  | { readonly kind: 'call back'; readonly day: string; readonly hour: string | undefined };

const maxMisses = 3;
const maxRounds = 3;

export function begin(facts: Facts, offers: readonly OfferedTime[]): Reaction {
  const { firstName, company, reason, title } = facts;
  const state: State = { facts, step: 'offer', offers, chosen: undefined, misses: 0, rounds: 0 };
  const who = `Hello ${firstName}. This is an automated assistant calling for ${company}.`;
  const why = `${reason ? `${reason} ` : ''}I would like to arrange ${title} with you.`;
  if (offers.length === 0) return end(state, `${who} ${why} There is no free time at the moment. Goodbye.`);
  return { state, say: `${who} ${why} ${listed(offers)}` };
}

/** What is left on an answering machine. */
export function messageFor({ firstName, company, title }: Facts): string {
  return `Hello ${firstName}. This is an automated assistant calling for ${company}, to arrange ${title} with you. We will be in touch. Goodbye.`;
}

function listed(offers: readonly OfferedTime[]): string {
  const names = ['First', 'second', 'third'];
  const list = offers.map(({ spoken }, index) => `${names[index]}: ${spoken}.`);
  return `I have ${offers.length === 1 ? 'one time' : `${hours[offers.length - 1]} times`}. ${list.join(' ')} Which one suits you?`;
}

export function respond(state: State, heard: Heard): Reaction {
  switch (heard.kind) {
    case 'booked':
      return end(
        state,
        `You are booked for ${state.chosen?.spoken}. You will get a mail with the details. Goodbye.`,
      );
    case 'refused':
      return end(
        state,
        `I am sorry, I can't book this by phone. ${state.facts.company} will be in touch. Goodbye.`,
      );
    case 'gone':
      return offerAgain(state, heard.offers, 'I am sorry, that time has just been taken.');
    case 'times':
      return offerAgain(state, heard.offers, 'All right.');
    case 'silence':
      return missed(state);
    case 'digit':
      return orMissed(state, meaningOfDigit(state, heard.digit));
    case 'speech':
      return orMissed(state, understand(phrasesFor(state), slots, heard.text));
  }
}

function offerAgain(state: State, offers: readonly OfferedTime[], before: string): Reaction {
  if (offers.length === 0)
    return end(
      state,
      `${before} There are no other times. ${state.facts.company} will be in touch. Goodbye.`,
    );
  const next: State = {
    ...state,
    step: 'offer',
    offers,
    chosen: undefined,
    misses: 0,
    rounds: state.rounds + 1,
  };
  return { state: next, say: `${before} ${listed(offers)}` };
}

/** The digits are said with the second question, and are understood from the first on. */
function meaningOfDigit({ step, offers }: State, digit: string): Meaning | undefined {
  if (digit === '9') return { kind: 'stop' };
  if (digit === '0') return { kind: 'repeat' };
  const number = Number(digit);
  if (step === 'confirm') return number === 1 ? { kind: 'yes' } : number === 2 ? { kind: 'no' } : undefined;
  return number >= 1 && number <= offers.length ? { kind: 'choose', index: number - 1 } : undefined;
}

function orMissed(state: State, meaning: Meaning | undefined): Reaction {
  return meaning ? act({ ...state, misses: 0 }, meaning) : missed(state);
}

function act(state: State, meaning: Meaning): Reaction {
  const { step, offers, chosen } = state;
  switch (meaning.kind) {
    case 'stop':
      return { ...end(state, 'I will not call you again. Goodbye.'), action: { kind: 'opt out' } };
    case 'call back': {
      const { day, hour } = meaning;
      const when = `${day === 'today' || day === 'tomorrow' ? day : `on ${day}`}${hour === undefined ? '' : ` after ${hour}`}`;
      return { ...end(state, `I will call you ${when}. Goodbye.`), action: { kind: 'call back', day, hour } };
    }
    case 'not now':
      return { state: { ...state, step: 'call back' }, say: callBackQuestion };
    case 'repeat':
      return { state, say: questionOf(state) };
    case 'choose': {
      const time = offers[meaning.index];
      if (!time) return missed(state);
      const next: State = { ...state, step: 'confirm', chosen: time };
      return { state: next, say: questionOf(next) };
    }
    case 'later':
    case 'no':
      if (step === 'confirm') {
        const next: State = { ...state, step: 'offer', chosen: undefined };
        return { state: next, say: `All right. ${questionOf(next)}` };
      }
      return otherTimes(state);
    case 'yes': {
      if (step !== 'confirm' || !chosen) return missed(state);
      return { state, say: '', action: { kind: 'book', startMs: chosen.startMs } };
    }
  }
}

function otherTimes(state: State): Reaction {
  if (state.rounds >= maxRounds)
    return end(state, `I have no better times. ${state.facts.company} will be in touch. Goodbye.`);
  return { state, say: '', action: { kind: 'find later times', afterMs: state.offers.at(-1)?.startMs ?? 0 } };
}

const callBackQuestion = 'When may I call again? For example, tomorrow after four.';

function questionOf({ step, offers, chosen }: State): string {
  if (step === 'confirm') return `${chosen?.spoken}. Is that right? Please say, yes please, or, no thanks.`;
  return step === 'call back' ? callBackQuestion : listed(offers);
}

/** Asks again at most twice, the second time with digits, and then ends without having booked anything. */
function missed(state: State): Reaction {
  const misses = state.misses + 1;
  if (misses >= maxMisses)
    return end(state, `I am sorry, I do not understand. ${state.facts.company} will be in touch. Goodbye.`);
  const digits = misses === maxMisses - 1 ? ` ${digitsFor(state)}` : '';
  return { state: { ...state, misses }, say: `Sorry, I did not understand. ${questionOf(state)}${digits}` };
}

function digitsFor({ step, offers }: State): string {
  if (step === 'confirm') return 'Or press 1 for yes, and 2 for no.';
  const keys = offers.map((_, index) => `${index + 1}`).join(', ');
  return `Or press ${keys} for a time, and 9 if you want no more calls.`;
}

function end(state: State, say: string): Reaction {
  return { state: { ...state, step: 'ended' }, say };
}

const slots = { hour: hours, day: weekdays };

/** The grammar of what is expected now. */
export function grammarFor(state: State): string {
  return grammarOf(phrasesFor(state), slots);
}

const anywhere: readonly Phrase<Meaning>[] = [
  {
    pattern: "[please] (stop calling [me] | (do not | don't) call [me] again)",
    means: () => ({ kind: 'stop' }),
  },
  {
    pattern: '[not now] [please] call [me] [back] [again] (tomorrow | on <day>) [(after | at) <hour>]',
    means: ({ day, hour }) => ({ kind: 'call back', day: day ?? 'tomorrow', hour }),
  },
  {
    pattern: '[please] (repeat that | say that again | what were the times)',
    means: () => ({ kind: 'repeat' }),
  },
  { pattern: 'not now', means: () => ({ kind: 'not now' }) },
];

const decided: readonly Phrase<Meaning>[] = [
  {
    pattern: "(yes | yeah) [please] | yes that's right | that's right | correct | that is correct",
    means: () => ({ kind: 'yes' }),
  },
  { pattern: "no [thanks] | that's wrong | that is wrong", means: () => ({ kind: 'no' }) },
];

function phrasesFor({ step, offers }: State): Phrase<Meaning>[] {
  if (step === 'confirm') return [...decided, ...anywhere];
  if (step === 'call back')
    return [
      ...anywhere,
      {
        pattern: '(tomorrow | on <day>) [(after | at) <hour>]',
        means: ({ day, hour }) => ({ kind: 'call back', day: day ?? 'tomorrow', hour }),
      },
    ];
  return [
    ...offers.flatMap(phrasesForOffer),
    {
      pattern: 'later | something later | later please | none of them | none of these | no thanks',
      means: () => ({ kind: 'later' }),
    },
    ...anywhere,
  ];
}

function phrasesForOffer({ weekday, clock, half }: OfferedTime, index: number): Phrase<Meaning>[] {
  const means = (): Meaning => ({ kind: 'choose', index });
  const lead = "[i'll take | i would like | let's take]";
  const ordinals = ['first', 'second', 'third'];
  return [
    { pattern: `${lead} the ${ordinals[index]} [one] [please]`, means },
    { pattern: `(number | option) ${hours[index]} [please]`, means },
    { pattern: `${lead} [on] ${weekday} [at ${clock} [${half}]] [please]`, means },
    { pattern: `${lead} [at] ${clock} ${half} [please]`, means },
  ];
}
