import { getSlots, weekdays, type Language } from './language.ts';
import { getLanguage } from './languages.ts';
import { formatGrammar, understand, type Phrase } from './phrases.ts';
import type { CallerUtterance, Meaning, State } from './state.ts';

/** What people say in answer to a question, and what they mean by it. */

/** Undefined for what is no answer to the last question. */
export function findMeaning(state: State, heard: CallerUtterance): Meaning | undefined {
  if (heard.kind === 'digit') return meaningOfDigit(state, heard);
  return heard.kind === 'speech' ? meaningOfText(state, plain(heard.text)) : undefined;
}

/** A wish not to be called is one in any words. */
function meaningOfText(state: State, text: string): Meaning | undefined {
  const language = getLanguage(state.facts);
  const meaning = understand(phrasesFor(state), getSlots(language), text);
  const isUnwanted = !meaning && language.phrases.unwanted.test(withoutName(state, withoutAccents(text)));
  return isUnwanted ? { kind: 'stop' } : meaning;
}

/** `Yes, please.` to `yes please`, as phrases are written. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^\p{L}0-9' ]+/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}

const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** `this is not ines` to `this is not <name>`. */
function withoutName({ facts }: State, text: string): string {
  const name = withoutAccents(plain(facts.firstName));
  const words = text.split(' ');
  return words.map((word) => (word === name ? '<name>' : word)).join(' ');
}

/** The digits are said with the second question, and are understood from the first on. */
function meaningOfDigit(
  { step, offers }: State,
  { digit, doubt }: Extract<CallerUtterance, { kind: 'digit' }>,
): Meaning | undefined {
  if (digit === '9') return { kind: 'stop' };
  if (digit === '0') return { kind: 'repeat' };
  const number = Number(digit);
  // A person who has not heard the question has pressed the last key twice.
  if (step === 'confirm') return doubt ? undefined : yesOrNo(number);
  if (step === 'booked') return number === 2 ? { kind: 'no' } : { kind: 'thanks' };
  return number >= 1 && number <= offers.length ? { kind: 'choose', index: number - 1 } : undefined;
}

function yesOrNo(number: number): Meaning | undefined {
  return number === 1 ? { kind: 'yes' } : number === 2 ? { kind: 'no' } : undefined;
}

/** The grammar of what is expected now. */
export function buildGrammar(state: State): string {
  return formatGrammar(phrasesFor(state), getSlots(getLanguage(state.facts)));
}

/**
 * The grammar by which a yes is heard a second time: against words that sound like one, and sentences that begin with one. A grammar
 * without them takes `yet`, and `yes but not on Thursday`, for a yes.
 */
export function buildDoubtGrammar({ facts }: State): string {
  const { yes, likeYes, beyondYes } = getLanguage(facts).phrases;
  return [
    '<reply> = /0.4/ <yes> | /0.3/ <like> | /0.3/ (<word>)+;',
    `<yes> = ${yes};`,
    `<like> = ${likeYes.join(' | ')};`,
    `<word> = ${beyondYes.join(' | ')};`,
  ].join('\n');
}

function phrasesFor({ step, offers, facts }: State): Phrase<Meaning>[] {
  const language = getLanguage(facts);
  const { yes, no, undo, thanks, later, stop, repeat, callBackTime, offer } = language.phrases;
  if (step === 'booked')
    return [simple(undo, 'no'), simple(thanks, 'thanks'), simple(stop, 'stop'), simple(repeat, 'repeat')];
  const anywhere = phrasesAnywhere(language);
  if (step === 'confirm') return [simple(yes, 'yes'), simple(no, 'no'), ...anywhere];
  // A no to the question when to call is a wish for no call.
  if (step === 'call back') return [...anywhere, callBack(callBackTime, language), simple(no, 'stop')];
  const choices = offers.flatMap((time, index) =>
    offer(time, index).map((pattern): Phrase<Meaning> => ({
      pattern,
      means: () => ({ kind: 'choose', index }),
    })),
  );
  return [...choices, simple(later, 'later'), simple(no, 'no'), ...anywhere];
}

function phrasesAnywhere(language: Language): Phrase<Meaning>[] {
  const { stop, callBack: again, repeat, notNow } = language.phrases;
  return [
    simple(stop, 'stop'),
    callBack(again, language),
    simple(repeat, 'repeat'),
    simple(notNow, 'not now'),
  ];
}

function simple(pattern: string, kind: Exclude<Meaning['kind'], 'choose' | 'call back'>): Phrase<Meaning> {
  return { pattern, means: () => ({ kind }) };
}

function callBack(pattern: string, { weekdays: names, hours }: Language): Phrase<Meaning> {
  return {
    pattern,
    means: ({ day = '', hour }) => ({
      kind: 'call back',
      day: weekdays[names.indexOf(day)] ?? 'tomorrow',
      hour: hour === undefined ? undefined : hours[hour],
    }),
  };
}
