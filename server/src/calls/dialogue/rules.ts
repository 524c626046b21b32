import { meaningOf } from './meanings.ts';
import type { Facts, Heard, Meaning, Reaction, Result, State } from './state.ts';
import { hours, type OfferedTime } from './times.ts';

/** The conversation of a call, as a pure function from state and what was heard to what is said and done next. */

const maxMisses = 3;
const maxRounds = 3;

export function begin(facts: Facts, offers: readonly OfferedTime[]): Reaction {
  const { firstName, company, reason, title, isRecorded, clock } = facts;
  const state: State = {
    facts,
    step: 'offer',
    offers,
    chosen: undefined,
    misses: 0,
    rounds: 0,
    result: undefined,
  };
  const notice = isRecorded ? ' This call is recorded.' : '';
  const who = `Hello ${firstName}. This is an automated assistant calling for ${company}.${notice}`;
  const why = `${reason ? `${reason} ` : ''}I would like to arrange ${title} with you.`;
  if (offers.length === 0)
    return end(state, 'nothing_booked', `${who} ${why} There is no free time at the moment. Goodbye.`);
  const times = clock === undefined ? listed(offers) : `All times are in ${clock} time. ${listed(offers)}`;
  return { state, say: `${who} ${why} ${times}` };
}

/** What a conversation that goes well is made of, and the first question when it does not. */
export function likelySayings(facts: Facts, offers: readonly OfferedTime[]): string[] {
  const { state, say } = begin(facts, offers);
  const chosen = offers.map((_, index) => respond(state, { kind: 'digit', digit: String(index + 1) }));
  const booked = chosen.map((each) => respond(each.state, { kind: 'booked' }));
  return [say, ...[...chosen, ...booked, respond(state, { kind: 'silence' })].map((each) => each.say)];
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
        'booked',
        `You are booked for ${state.chosen?.spoken}. You will get a mail with the details. Goodbye.`,
      );
    case 'refused':
      return end(
        state,
        'nothing_booked',
        `I am sorry, I can't book this by phone. ${state.facts.company} will be in touch. Goodbye.`,
      );
    case 'link':
      return end(
        state,
        'not_understood',
        `I am sorry, I do not understand. ${farewell(state, heard.isSent)}`,
      );
    case 'gone':
      return offerAgain(state, heard.offers, 'I am sorry, that time has just been taken.');
    case 'times':
      return offerAgain(state, heard.offers, 'All right.');
    case 'silence':
      return missed(state);
    case 'digit':
    case 'speech':
      return orMissed(state, meaningOf(state, heard));
  }
}

function offerAgain(state: State, offers: readonly OfferedTime[], before: string): Reaction {
  if (offers.length === 0)
    return end(
      state,
      'nothing_booked',
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

/** What follows from what was meant; from nothing, the question again. */
export function orMissed(state: State, meaning: Meaning | undefined): Reaction {
  return meaning ? act({ ...state, misses: 0 }, meaning) : missed(state);
}

function act(state: State, meaning: Meaning): Reaction {
  const { step, offers, chosen } = state;
  switch (meaning.kind) {
    case 'stop':
      return {
        ...end(state, 'opted_out', 'I will not call you again. Goodbye.'),
        action: { kind: 'opt out' },
      };
    case 'call back': {
      const { day, hour } = meaning;
      const when = `${day === 'today' || day === 'tomorrow' ? day : `on ${day}`}${hour === undefined ? '' : ` after ${hour}`}`;
      return {
        ...end(state, 'callback', `I will call you ${when}. Goodbye.`),
        action: { kind: 'call back', day, hour },
      };
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
    return end(
      state,
      'nothing_booked',
      `I have no better times. ${state.facts.company} will be in touch. Goodbye.`,
    );
  return { state, say: '', action: { kind: 'find later times', afterMs: state.offers.at(-1)?.startMs ?? 0 } };
}

const callBackQuestion = 'When may I call again? For example, tomorrow after four.';

function questionOf({ step, offers, chosen }: State): string {
  if (step === 'confirm') return `${chosen?.spoken}. Is that right? Please say, yes please, or, no thanks.`;
  return step === 'call back' ? callBackQuestion : listed(offers);
}

/** Asks again at most twice, the second time with digits, and then ends with a link to the page, which is sent first. */
function missed(state: State): Reaction {
  const misses = state.misses + 1;
  if (misses >= maxMisses) return { state, say: '', action: { kind: 'send link' } };
  const digits = misses === maxMisses - 1 ? ` ${digitsFor(state)}` : '';
  return { state: { ...state, misses }, say: `Sorry, I did not understand. ${questionOf(state)}${digits}` };
}

function digitsFor({ step, offers }: State): string {
  if (step === 'confirm') return 'Or press 1 for yes, and 2 for no.';
  const keys = offers.map((_, index) => `${index + 1}`).join(', ');
  return `Or press ${keys} for a time, and 9 if you want no more calls.`;
}

function farewell({ facts }: State, isLinkSent: boolean): string {
  if (!isLinkSent) return `${facts.company} will be in touch. Goodbye.`;
  return 'I have sent you a mail with a link, where you can choose a time. Goodbye.';
}

function end(state: State, result: Result, say: string): Reaction {
  return { state: { ...state, step: 'ended', result }, say };
}
