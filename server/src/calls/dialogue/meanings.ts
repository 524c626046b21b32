import { grammarOf, understand, type Phrase } from './phrases.ts';
import type { Heard, Meaning, State } from './state.ts';
import { hours, weekdays, type OfferedTime } from './times.ts';

/** What people say in answer to a question, and what they mean by it. */

const slots = { hour: hours, day: weekdays };

/** Undefined for what is no answer to the last question. */
export function meaningOf(state: State, heard: Heard): Meaning | undefined {
  if (heard.kind === 'digit') return meaningOfDigit(state, heard.digit);
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
