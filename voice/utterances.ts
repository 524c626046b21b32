import type { CallLanguage } from '@daybook/contract/call-voices.data';
import { getZone } from '../server/src/platform/zones.ts';
import {
  startDialogue,
  chooseOffers,
  buildGrammar,
  respondTo,
  type CallerUtterance,
} from '../server/src/calls/dialogue/public.ts';
import { pickOne, type Plan } from './proof.ts';

/** Sentences that people say in a call, each at a point of the conversation, and what should follow from it. */
export interface Utterance {
  readonly state: State;
  readonly text: string;
  /** Whether the grammar has it. Otherwise it should be asked again. */
  readonly isExpected: boolean;
}

type Reaction = ReturnType<typeof respondTo>;
type State = Reaction['state'];

/** What people say instead of an answer. */
const otherSpeech: Readonly<Record<CallLanguage, readonly string[]>> = {
  en: [
    'what is the weather like today',
    'can i have a pizza with mushrooms',
    'i am driving right now',
    'who is this',
    'how did you get my number',
    'just a moment the door bell is ringing',
    'my husband takes care of that',
    'we are having dinner',
    'could you send me an email instead',
    'is this a robot',
    'i never heard of your company',
    'maybe',
    'i have to look at my calendar first',
    'how much does it cost',
    'sorry the line is very bad',
    'please speak up',
    'where are you located',
    'i already talked to your colleague',
    ...[
      'yet',
      'yesterday',
      'yes but not on thursday',
      'yes if it is in the morning',
      'yes and no',
      'yes wait',
    ],
  ],
  fr: [
    "quel temps fait-il aujourd'hui",
    'je voudrais une pizza aux champignons',
    'je suis en train de conduire',
    "qui est à l'appareil",
    'comment avez-vous eu mon numéro',
    'un instant on sonne à la porte',
    "c'est mon mari qui s'en occupe",
    'nous sommes à table',
    "pouvez-vous m'envoyer un message",
    'est-ce que vous êtes un robot',
    'je ne connais pas votre entreprise',
    'peut-être',
    'je dois regarder mon agenda',
    'combien ça coûte',
    'pardon la ligne est très mauvaise',
    'parlez plus fort',
    'où êtes-vous situés',
    "j'ai déjà parlé à votre collègue",
    ...['oui mais pas jeudi', "oui si c'est le matin", 'oui non', 'oui attendez', 'huit', 'bruit'],
  ],
};
const notNow: Readonly<Record<CallLanguage, string>> = { en: 'not now', fr: 'pas maintenant' };

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Sydney', 'America/Sao_Paulo'];
const facts = { firstName: 'Ines', company: 'Harbour', reason: null, title: 'a first talk' };
/** Pages are booked in steps of five minutes at least. */
const stepMs = 5 * 60_000;
const firstMs = Date.parse('2027-01-04T00:00:00Z');

/** With times of its own: every grammar is another one. */
export function createUtterance(random: Plan['random'], language: CallLanguage = 'en'): Utterance {
  const state = newState(random, language);
  if (random(100) < 15) return { state, text: pickOne(random, otherSpeech[language]), isExpected: false };
  return { state, text: pickSentence(buildGrammar(state), random), isExpected: true };
}

function newState(random: Plan['random'], language: CallLanguage): State {
  const startsMs = new Set<number>();
  const daysAhead = random(365);
  while (startsMs.size < 3) {
    const day = daysAhead + random(7);
    startsMs.add(firstMs + day * 86_400_000 + (random(12) * 12 + 72 + 3 * random(4)) * stepMs);
  }
  const sorted = [...startsMs].sort((a, b) => a - b);
  const offers = chooseOffers(sorted, getZone(pickOne(random, zones)), language);
  const offered = startDialogue({ ...facts, language }, offers).state;
  const at = random(10);
  if (at < 6) return offered;
  const heard: CallerUtterance =
    at < 9 ? { kind: 'digit', digit: String(1 + random(3)) } : { kind: 'speech', text: notNow[language] };
  return respondTo(offered, heard).state;
}

/** One of the sentences of a grammar, each choice by chance. */
export function pickSentence(grammar: string, random: Plan['random']): string {
  const rules = new Map(
    [...grammar.matchAll(/<(\w+)> = ([^;]*);/g)].map(([, name = '', pattern = '']) => [name, pattern]),
  );
  const expand = (pattern: string): string => {
    const parts = pattern.match(/[[\]()|]|<\w+>|[^\s[\]()|<>]+/g) ?? [];
    let at = 0;
    const alternatives = (): string => {
      const found = [sequence()];
      while (parts[at] === '|') {
        at += 1;
        found.push(sequence());
      }
      at += 1;
      return pickOne(random, found);
    };
    const sequence = (): string => {
      const words: string[] = [];
      for (let part = parts[at]; part !== undefined && !'|)]'.includes(part); part = parts[at]) {
        at += 1;
        if (part === '(') words.push(alternatives());
        else if (part === '[') {
          const optional = alternatives();
          if (random(2) === 0) words.push(optional);
        } else if (part.startsWith('<')) words.push(expand(rules.get(part.slice(1, -1)) ?? ''));
        else words.push(part);
      }
      return words.filter(Boolean).join(' ');
    };
    return alternatives();
  };
  return expand(rules.get('reply') ?? '');
}

export type Verdict = 'exact' | 'rejected' | 'wrong';

export interface Judgement {
  readonly verdict: Verdict;
  /** Although nobody said yes. */
  readonly isBooked: boolean;
}

/** What comes of it when this was heard. What no grammar has should be asked again. */
export function judgeUtterance({ state, text, isExpected }: Utterance, heard: string): Judgement {
  const silence = respondTo(state, { kind: 'silence' });
  const wanted = isExpected ? respondTo(state, { kind: 'speech', text }) : silence;
  const reaction = respondTo(state, { kind: 'speech', text: heard });
  const isSame = (other: Reaction): boolean => JSON.stringify(other) === JSON.stringify(reaction);
  if (isSame(wanted)) return { verdict: 'exact', isBooked: false };
  if (isSame(silence)) return { verdict: 'rejected', isBooked: false };
  return { verdict: 'wrong', isBooked: reaction.action?.kind === 'book' };
}
