import type { Sentences } from './language.ts';
import { getLanguage } from './languages.ts';
import { findMeaning } from './meanings.ts';
import type { Doubt, Facts, CallerUtterance, Meaning, Reaction, Result, State } from './state.ts';
import type { OfferedTime } from './times.ts';

/** The conversation of a call, as a pure function from state and what was heard to what is said and done next. */

const maxMisses = 3;
const maxRounds = 3;
const maxRefusals = 1;

export function startDialogue(facts: Facts, offers: readonly OfferedTime[]): Reaction {
  const { reason, title, isRecorded, clock } = facts;
  const state: State = {
    facts,
    step: 'offer',
    offers,
    chosen: undefined,
    misses: 0,
    rounds: 0,
    refusals: 0,
    result: undefined,
  };
  const words = wordsOf(state);
  const who = joined(words.greeting(facts), isRecorded && words.isRecorded);
  const why = joined(reason, words.purpose(title));
  if (offers.length === 0) return end(state, 'nothing_booked', joined(who, why, words.noTimes));
  return { state, say: joined(who, why, clock !== undefined && words.onClockOf(clock), listed(state)) };
}

const wordsOf = ({ facts }: State): Sentences => getLanguage(facts).sentences;

/** Sentences, one after the other. */
function joined(...sentences: readonly (string | null | undefined | false)[]): string {
  return sentences.filter(Boolean).join(' ');
}

/** What a conversation that goes well is made of, and the first question when it does not. */
export function listLikelySentences(facts: Facts, offers: readonly OfferedTime[]): string[] {
  const { state, say } = startDialogue(facts, offers);
  const chosen = offers.map((_, index) => respondTo(state, { kind: 'digit', digit: String(index + 1) }));
  const booked = chosen.map((each) => respondTo(each.state, { kind: 'booked' }));
  const likely = [...chosen, ...booked, respondTo(state, { kind: 'silence' })];
  return [say, ...likely.map(joinWords)];
}

/** All that is said, with how to answer. */
export function joinWords({ say, hint }: Pick<Reaction, 'say' | 'hint'>): string {
  return joined(say, hint);
}

/** What is left on an answering machine. People who hear it know that a machine spoke, and for whom. */
export function buildVoicemail(facts: Facts): string {
  const words = getLanguage(facts).sentences;
  return facts.voicemail
    ? joined(words.greeting(facts), facts.voicemail, words.goodbye)
    : words.message(facts);
}

function listed(state: State): string {
  return wordsOf(state).list(state.offers.map(({ spoken }) => spoken));
}

export function respondTo(state: State, heard: CallerUtterance): Reaction {
  const words = wordsOf(state);
  const inTouch = words.inTouch(state.facts.company);
  switch (heard.kind) {
    case 'booked':
      return tellBooked({ ...state, step: 'booked', misses: 0 });
    case 'canceled':
      return heard.isDone ? offerAfterCancel(state) : end(state, 'booked', words.notCanceled);
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
      return state.step === 'booked' ? { state: { ...state, step: 'ended' }, say: '' } : missed(state);
    case 'digit':
    case 'speech':
      return reactOrAskAgain(state, findMeaning(state, heard), heard.doubt);
  }
}

/** A person who hears it and says no takes it back. */
function tellBooked(state: State): Reaction {
  const words = wordsOf(state);
  const say = joined(words.booked(state.chosen?.spoken ?? ''), words.howToUndo, words.goodbye);
  return { state: { ...state, result: 'booked' }, say };
}

/** The same times: the one that was booked is free again. */
function offerAfterCancel(state: State): Reaction {
  const { canceled } = wordsOf(state);
  if (state.rounds >= maxRounds) return end(state, 'nothing_booked', canceled);
  const next: State = { ...state, step: 'offer', chosen: undefined, isThanked: false, result: undefined };
  return ask({ ...next, misses: 0, rounds: state.rounds + 1 }, canceled);
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
  return ask(next, before);
}

/** What follows from what was meant; from nothing, the question again. */
export function reactOrAskAgain(state: State, meaning: Meaning | undefined, doubt?: Doubt): Reaction {
  if (!meaning || (meaning.kind === 'yes' && doubt)) return missed(state, doubt === 'early' ? '' : undefined);
  return act({ ...state, misses: 0, refusals: meaning.kind === 'no' ? state.refusals : 0 }, meaning);
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
      return ask({ ...state, step: 'call back' });
    case 'repeat':
      return ask(state);
    case 'choose': {
      const time = offers[meaning.index];
      return time ? ask({ ...state, step: 'confirm', chosen: time }) : missed(state);
    }
    case 'thanks':
      return state.isThanked
        ? { state: { ...state, step: 'ended' }, say: '' }
        : { state: { ...state, isThanked: true }, say: words.goodbye };
    case 'no':
      if (step === 'booked') return { state, say: '', action: { kind: 'cancel booking' } };
      if (step === 'offer') return refused(state);
      return ask({ ...state, step: 'offer', chosen: undefined }, words.allRight);
    case 'later':
      if (step !== 'confirm') return otherTimes(state);
      return ask({ ...state, step: 'offer', chosen: undefined }, words.allRight);
    case 'yes': {
      if (step !== 'confirm' || !chosen) return missed(state);
      return { state, say: '', action: { kind: 'book', startMs: chosen.startMs } };
    }
  }
}

/** A no to a list of times is one to these times; a second one is a no to all. */
function refused(state: State): Reaction {
  const refusals = state.refusals + 1;
  if (refusals > maxRefusals) return end(state, 'nothing_booked', wordsOf(state).allRight);
  return otherTimes({ ...state, refusals });
}

function otherTimes(state: State): Reaction {
  const words = wordsOf(state);
  if (state.rounds >= maxRounds)
    return end(state, 'nothing_booked', joined(words.noBetterTimes, words.inTouch(state.facts.company)));
  return { state, say: '', action: { kind: 'find later times', afterMs: state.offers.at(-1)?.startMs ?? 0 } };
}

/** The question of a step, after what comes before it. */
function ask(state: State, ...before: readonly string[]): Reaction {
  const words = wordsOf(state);
  if (state.step === 'booked') return tellBooked(state);
  if (state.step !== 'confirm')
    return {
      state,
      say: joined(...before, state.step === 'call back' ? words.callBackQuestion : listed(state)),
    };
  return {
    state,
    say: joined(...before, words.confirm(state.chosen?.spoken ?? '')),
    hint: words.howToConfirm,
  };
}

/** Asks again at most twice, the second time with digits, and then ends with a link to the page, which is sent first. */
function missed(state: State, before: string = wordsOf(state).again): Reaction {
  const misses = state.misses + 1;
  if (state.step === 'booked') return tellAgain({ ...state, misses });
  if (misses >= maxMisses) return { state, say: '', action: { kind: 'send link' } };
  const { say, hint } = ask({ ...state, misses }, before);
  const digits = misses === maxMisses - 1 && digitsFor(state);
  return { state: { ...state, misses }, say, hint: joined(hint, digits) || undefined };
}

/** What was said during the goodbye may have been a no in other words. */
function tellAgain(state: State): Reaction {
  return state.misses > 1 ? { state: { ...state, step: 'ended' }, say: '' } : tellBooked(state);
}

function digitsFor(state: State): string {
  const words = wordsOf(state);
  return state.step === 'confirm' ? words.digitsToConfirm : words.digitsToChoose(state.offers.length);
}

/** With a goodbye after what is said last. */
function end(state: State, result: Result, say: string): Reaction {
  return { state: { ...state, step: 'ended', result }, say: joined(say, wordsOf(state).goodbye) };
}
