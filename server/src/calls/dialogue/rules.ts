import type { Sentences } from './language.ts';
import { languageOf } from './languages.ts';
import { meaningOf } from './meanings.ts';
import type { Facts, Heard, Meaning, Reaction, Result, State } from './state.ts';
import type { OfferedTime } from './times.ts';

/** The conversation of a call, as a pure function from state and what was heard to what is said and done next. */

const maxMisses = 3;
const maxRounds = 3;

export function begin(facts: Facts, offers: readonly OfferedTime[]): Reaction {
  const { reason, title, isRecorded, clock } = facts;
  const state: State = {
    facts,
    step: 'offer',
    offers,
    chosen: undefined,
    misses: 0,
    rounds: 0,
    result: undefined,
  };
  const words = wordsOf(state);
  const who = joined(words.greeting(facts), isRecorded && words.isRecorded);
  const why = joined(reason, words.purpose(title));
  if (offers.length === 0) return end(state, 'nothing_booked', joined(who, why, words.noTimes));
  return { state, say: joined(who, why, clock !== undefined && words.onClockOf(clock), listed(state)) };
}

const wordsOf = ({ facts }: State): Sentences => languageOf(facts).sentences;

/** Sentences, one after the other. */
function joined(...sentences: readonly (string | null | undefined | false)[]): string {
  return sentences.filter(Boolean).join(' ');
}

/** What a conversation that goes well is made of, and the first question when it does not. */
export function likelySayings(facts: Facts, offers: readonly OfferedTime[]): string[] {
  const { state, say } = begin(facts, offers);
  const chosen = offers.map((_, index) => respond(state, { kind: 'digit', digit: String(index + 1) }));
  const booked = chosen.map((each) => respond(each.state, { kind: 'booked' }));
  return [say, ...[...chosen, ...booked, respond(state, { kind: 'silence' })].map((each) => each.say)];
}

/** What is left on an answering machine. Whoever hears it knows that a machine spoke, and for whom. */
export function messageFor(facts: Facts): string {
  const words = languageOf(facts).sentences;
  return facts.voicemail
    ? joined(words.greeting(facts), facts.voicemail, words.goodbye)
    : words.message(facts);
}

function listed(state: State): string {
  return wordsOf(state).list(state.offers.map(({ spoken }) => spoken));
}

export function respond(state: State, heard: Heard): Reaction {
  const words = wordsOf(state);
  const inTouch = words.inTouch(state.facts.company);
  switch (heard.kind) {
    case 'booked':
      return end(state, 'booked', words.booked(state.chosen?.spoken ?? ''));
    case 'refused':
      return end(state, 'nothing_booked', joined(words.notByPhone, inTouch));
    case 'link':
      return end(
        state,
        'not_understood',
        joined(words.notUnderstood, heard.isSent ? words.linkSent : inTouch),
      );
    case 'gone':
      return offerAgain(state, heard.offers, words.taken);
    case 'times':
      return offerAgain(state, heard.offers, words.allRight);
    case 'silence':
      return missed(state);
    case 'digit':
    case 'speech':
      return orMissed(state, meaningOf(state, heard));
  }
}

function offerAgain(state: State, offers: readonly OfferedTime[], before: string): Reaction {
  const words = wordsOf(state);
  if (offers.length === 0)
    return end(
      state,
      'nothing_booked',
      joined(before, words.noOtherTimes, words.inTouch(state.facts.company)),
    );
  const next: State = {
    ...state,
    step: 'offer',
    offers,
    chosen: undefined,
    misses: 0,
    rounds: state.rounds + 1,
  };
  return { state: next, say: joined(before, listed(next)) };
}

/** What follows from what was meant; from nothing, the question again. */
export function orMissed(state: State, meaning: Meaning | undefined): Reaction {
  return meaning ? act({ ...state, misses: 0 }, meaning) : missed(state);
}

function act(state: State, meaning: Meaning): Reaction {
  const { step, offers, chosen } = state;
  const words = wordsOf(state);
  switch (meaning.kind) {
    case 'stop':
      return {
        ...end(state, 'opted_out', words.stopped),
        action: { kind: 'opt out' },
      };
    case 'call back': {
      const { day, hour } = meaning;
      return {
        ...end(state, 'callback', words.callBack(day, hour)),
        action: { kind: 'call back', day, hour },
      };
    }
    case 'not now':
      return { state: { ...state, step: 'call back' }, say: words.callBackQuestion };
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
        return { state: next, say: joined(words.allRight, questionOf(next)) };
      }
      return otherTimes(state);
    case 'yes': {
      if (step !== 'confirm' || !chosen) return missed(state);
      return { state, say: '', action: { kind: 'book', startMs: chosen.startMs } };
    }
  }
}

function otherTimes(state: State): Reaction {
  const words = wordsOf(state);
  if (state.rounds >= maxRounds)
    return end(state, 'nothing_booked', joined(words.noBetterTimes, words.inTouch(state.facts.company)));
  return { state, say: '', action: { kind: 'find later times', afterMs: state.offers.at(-1)?.startMs ?? 0 } };
}

function questionOf(state: State): string {
  const words = wordsOf(state);
  if (state.step === 'confirm') return words.confirm(state.chosen?.spoken ?? '');
  return state.step === 'call back' ? words.callBackQuestion : listed(state);
}

/** Asks again at most twice, the second time with digits, and then ends with a link to the page, which is sent first. */
function missed(state: State): Reaction {
  const misses = state.misses + 1;
  if (misses >= maxMisses) return { state, say: '', action: { kind: 'send link' } };
  const digits = misses === maxMisses - 1 && digitsFor(state);
  return { state: { ...state, misses }, say: joined(wordsOf(state).again, questionOf(state), digits) };
}

function digitsFor(state: State): string {
  const words = wordsOf(state);
  return state.step === 'confirm' ? words.digitsToConfirm : words.digitsToChoose(state.offers.length);
}

/** With a goodbye after what is said last. */
function end(state: State, result: Result, say: string): Reaction {
  return { state: { ...state, step: 'ended', result }, say: joined(say, wordsOf(state).goodbye) };
}
