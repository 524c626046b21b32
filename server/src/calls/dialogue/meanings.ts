import { slotsOf, weekdays, type Language } from './language.ts';
import { languageOf } from './languages.ts';
import { grammarOf, understand, type Phrase } from './phrases.ts';
import type { Heard, Meaning, State } from './state.ts';

/** What people say in answer to a question, and what they mean by it. */

/** Undefined for what is no answer to the last question. */
export function meaningOf(state: State, heard: Heard): Meaning | undefined {
  if (heard.kind === 'digit') return meaningOfDigit(state, heard.digit);
  const slots = slotsOf(languageOf(state.facts));
  return heard.kind === 'speech' ? understand(phrasesFor(state), slots, heard.text) : undefined;
}

/** The digits are said with the second question, and are understood from the first on. */
function meaningOfDigit({ step, offers }: State, digit: string): Meaning | undefined {
  if (digit === '9') return { kind: 'stop' };
  if (digit === '0') return { kind: 'repeat' };
  const number = Number(digit);
  if (step === 'confirm') return number === 1 ? { kind: 'yes' } : number === 2 ? { kind: 'no' } : undefined;
  return number >= 1 && number <= offers.length ? { kind: 'choose', index: number - 1 } : undefined;
}

/** The grammar of what is expected now. */
export function grammarFor(state: State): string {
  return grammarOf(phrasesFor(state), slotsOf(languageOf(state.facts)));
}

function phrasesFor({ step, offers, facts }: State): Phrase<Meaning>[] {
  const language = languageOf(facts);
  const { yes, no, later, callBackTime, offer } = language.phrases;
  const anywhere = phrasesAnywhere(language);
  if (step === 'confirm') return [simple(yes, 'yes'), simple(no, 'no'), ...anywhere];
  if (step === 'call back') return [...anywhere, callBack(callBackTime, language)];
  const choices = offers.flatMap((time, index) =>
    offer(time, index).map((pattern): Phrase<Meaning> => ({
      pattern,
      means: () => ({ kind: 'choose', index }),
    })),
  );
  return [...choices, simple(later, 'later'), ...anywhere];
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

function simple(
  pattern: string,
  kind: 'yes' | 'no' | 'later' | 'repeat' | 'not now' | 'stop',
): Phrase<Meaning> {
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
