import { startDialogue, respondTo } from '../server/src/calls/dialogue/public.ts';
import type { Reply, Script } from '../server/src/calls/test-baresip.ts';
import type { Speaker } from '../server/src/calls/speech/speaker.ts';
import { splitOffers } from './daybook.ts';
import { pickOne, type Plan } from './proof.ts';

/** How people answer a call, and what must come of it. */
export interface Behaviour {
  readonly kind: Kind;
  readonly voice: string;
  readonly says: readonly Words[];
  /** When the event begins that is booked; undefined: nothing is. */
  readonly bookedMs?: number;
}

interface Words {
  readonly text?: string;
  readonly digit?: string;
}

export const kinds = [
  'chooses by number',
  'chooses by time',
  'presses digits',
  'corrects a choice',
  'wants later times',
  'wants no calls',
  'wants a call tomorrow',
  'is not understood',
] as const;
export type Kind = (typeof kinds)[number];

export const voices = ['rms', 'slt', 'awb', 'kal'];

/** Somebody who is called on behalf of a host with these free times. */
export function createBehavior(kind: Kind, startsMs: readonly number[], random: Plan['random']): Behaviour {
  const { first, later } = splitOffers(startsMs);
  const index = random(first.length);
  const offer = first[index];
  const voice = pickOne(random, voices);
  const yes = { text: 'yes please', digit: '1' };
  const ordinal = (at: number): Words => ({
    text: `the ${['first', 'second', 'third'][at]} one`,
    digit: String(at + 1),
  });
  const booking = (says: readonly Words[], chosen = offer): Behaviour => ({
    kind,
    voice,
    says,
    ...(chosen && { bookedMs: chosen.startMs }),
  });
  switch (kind) {
    case 'chooses by number':
      return booking([ordinal(index), yes]);
    case 'chooses by time':
      return booking([
        { text: `${offer?.weekday} at ${offer?.clock} ${offer?.half}`, digit: String(index + 1) },
        yes,
      ]);
    case 'presses digits':
      return booking([{ digit: String(index + 1) }, { digit: '1' }]);
    case 'corrects a choice':
      return booking([ordinal(0), { text: 'no thanks', digit: '2' }, ordinal(2), yes], first[2]);
    case 'wants later times':
      return booking([{ text: 'something later' }, ordinal(0), yes], later[0]);
    case 'wants no calls':
      return { kind, voice, says: [{ text: 'stop calling me', digit: '9' }] };
    case 'wants a call tomorrow':
      return { kind, voice, says: [{ text: 'not now call me tomorrow after four' }] };
    case 'is not understood':
      return { kind, voice, says: [{ text: 'can i have a pizza with mushrooms' }] };
  }
}

export async function buildScript(
  { says, voice }: Behaviour,
  speaker: Speaker,
  agentVoice: string,
): Promise<Script> {
  const replies = await Promise.all(
    says.map(async ({ text, digit }): Promise<Reply> => ({
      ...(text !== undefined && { speech: await speaker.render(text, voice) }),
      ...(digit !== undefined && { digit }),
    })),
  );
  return { replies, notUnderstood: await speaker.render(askedAgain(), agentVoice) };
}

/** The sentence with which an agent asks again. */
function askedAgain(): string {
  const facts = { firstName: '', company: '', reason: null, title: '' };
  const offer = { startMs: 0, spoken: 'now', weekday: 'monday', clock: 'one', half: 'p m' } as const;
  const { say } = respondTo(startDialogue(facts, [offer]).state, { kind: 'silence' });
  return `${say.split('.')[0]}.`;
}
