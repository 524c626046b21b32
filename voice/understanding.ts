import { callLanguages, callVoices, type CallLanguage } from '@daybook/contract/call-voices.data';
import { openSpeaker, openListener, type Listener } from '../server/src/calls/speech/public.ts';
import { buildDoubtGrammar, buildGrammar, findMeaning } from '../server/src/calls/dialogue/public.ts';
import { transmit, lines, type Line } from './line.ts';
import { runInParallel, type Findings, type Plan, type Proof } from './proof.ts';
import { createRandom } from '../chaos/scenario.ts';
import {
  judgeUtterance,
  createUtterance,
  type Judgement,
  type Utterance,
  type Verdict,
} from './utterances.ts';

/** Every sentence in all voices of a language over four lines, through the codec, the ear, the recognizer and the rules of a call. */

export const understanding: Proof = {
  claim: 'What is said on the phone is understood or asked again; nothing is booked that was not confirmed.',
  numbers: { count: 1000, threads: 2 },
  smoke: { count: 4, threads: 1 },
  words: { language: 'en' },
  run,
};

const voicesIn = { en: ['kal', 'slt', 'awb', 'rms'], fr: callVoices.fr };

interface Row {
  readonly exact: number;
  readonly rejected: number;
  readonly wrong: number;
  readonly booked: number;
}

async function run(plan: Plan): Promise<Findings> {
  const language = languageIn(plan);
  const table = new Map<string, Row>();
  const wrong: string[] = [];
  const utterances = Array.from({ length: plan.number('count') }, (_, index) => ({
    ...createUtterance(plan.random, language),
    index,
  }));
  const speaker = openSpeaker();
  const listeners = Array.from({ length: plan.number('threads') }, () => openListener(1));
  // Threads of listeners do not keep a process alive.
  const alive = setInterval(() => {}, 1000);
  let done = 0;
  try {
    await runInParallel(utterances, listeners.length, async (utterance, lane) => {
      const listener = listeners[lane] as Listener;
      for (const [which, voice] of voicesIn[language].entries()) {
        const speech = await speaker.render(utterance.text, voice);
        for (const line of lines) {
          // Of its own, so that the order in which threads finish changes nothing.
          const random = createRandom(plan.seed + utterance.index * 16 + which * 4);
          const { verdict, heard, isBooked } = await tell(utterance, speech, line, listener, random);
          for (const key of [line.name, `${line.name} ${voice}`]) count(table, key, verdict, isBooked);
          const sentence = `${line.name}, ${voice}: "${utterance.text}" at ${utterance.state.step} was taken for "${heard}".`;
          if (isBooked) wrong.push(`Booked without a yes. ${sentence}`);
          else if (verdict === 'wrong') plan.log(`  ${sentence}`);
        }
      }
      done += 1;
      if (done % 100 === 0) plan.log(`  ${done} of ${utterances.length} sentences`);
    });
  } finally {
    clearInterval(alive);
    await Promise.all(listeners.map((listener) => listener.close()));
  }
  printTable(table, plan.log);
  const total = (of: keyof Row) => lines.reduce((sum, { name }) => sum + (table.get(name)?.[of] ?? 0), 0);
  const counts = {
    exact: total('exact'),
    rejected: total('rejected'),
    'taken for something else': total('wrong'),
  };
  return { counts: { ...counts, 'booked without a yes': total('booked') }, wrong };
}

function languageIn(plan: Plan): CallLanguage {
  const found = callLanguages.find((language) => language === plan.word('language'));
  if (!found) throw new Error(`There is no language ${plan.word('language')}: ${callLanguages.join(', ')}.`);
  return found;
}

async function tell(
  utterance: Utterance,
  speech: Int16Array,
  line: Line,
  listener: Listener,
  random: Plan['random'],
): Promise<{ heard: string } & Judgement> {
  const samples = await transmit(speech, line, random);
  const heard = samples ? await hear(utterance, samples, listener) : '';
  return { heard, ...judgeUtterance(utterance, heard) };
}

/** A yes is heard twice, as in a call. */
async function hear({ state }: Utterance, samples: Int16Array, listener: Listener): Promise<string> {
  const recognize = (grammar: string) => listener.recognize(samples, grammar, state.facts.language);
  const isYes = (text: string) => findMeaning(state, { kind: 'speech', text })?.kind === 'yes';
  const heard = await recognize(buildGrammar(state));
  return isYes(heard) && !isYes(await recognize(buildDoubtGrammar(state))) ? '' : heard;
}

function count(table: Map<string, Row>, key: string, verdict: Verdict, isBooked: boolean): void {
  const row = table.get(key) ?? { exact: 0, rejected: 0, wrong: 0, booked: 0 };
  table.set(key, { ...row, [verdict]: row[verdict] + 1, booked: row.booked + Number(isBooked) });
}

function printTable(table: ReadonlyMap<string, Row>, log: Plan['log']): void {
  log('\n| line | said | exact | asked again | taken for something else | booked without a yes |');
  log('|---|---|---|---|---|---|');
  for (const [key, { exact, rejected, wrong, booked }] of table) {
    const said = exact + rejected + wrong;
    const share = (part: number) => `${part} (${((100 * part) / said).toFixed(1)} %)`;
    log(`| ${key} | ${said} | ${share(exact)} | ${share(rejected)} | ${share(wrong)} | ${booked} |`);
  }
}
