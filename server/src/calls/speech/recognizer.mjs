import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { withoutNoise } from './noise.mjs';

/**
 * The thread that understands speech: one utterance after the other. It is no TypeScript, since Node loads it by itself, from
 * the sources as well as from the built program.
 */

// On Linux that of this thread alone: the audio of other calls does not wait for what is being understood.
setPriority(4);

const { module, models } = workerData;
const createModule = (await import(module)).default;
const { Decoder } = await createModule({ modelBase: models });
const decoder = new Decoder({ samprate: 8000, loglevel: 'FATAL' });
await decoder.initialize();

const phones =
  'AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH'.split(
    ' ',
  );
const noise = (phone) => `noise_${phone.toLowerCase()}`;
for (const phone of phones) decoder.add_words([noise(phone), phone]);
// Nobody says it. It takes the probability that the sounds of other words must not have.
decoder.add_words(['noise_none', Array(12).fill('ZH OY').join(' ')]);

/**
 * A grammar forces whatever was said into one of its phrases. So sounds in any order are a phrase, too, and the likelier one
 * when somebody said something else. What is left of noise fits all sounds better than it fits words, so there they count for less.
 */
const likelihoodOfOthers = { quiet: 0.1, noisy: 0.001 };
const others = (likelihood) =>
  [
    `/${1 - likelihood}/ noise_none`,
    ...phones.map((phone) => `/${(likelihood / phones.length).toFixed(8)}/ ${noise(phone)}`),
  ].join(' | ');
const withOthers = (rules, line) =>
  `#JSGF V1.0;\ngrammar reply;\npublic <any> = <reply> | /0.01/ <other>;\n<other> = (${others(likelihoodOfOthers[line])})+;\n${rules}\n`;

let current;

parentPort.on('message', ({ id, rules, samples }) => {
  try {
    const speech = withoutNoise(Float32Array.from(samples, (sample) => sample / 32_768));
    const grammar = withOthers(rules, speech.isNoisy ? 'noisy' : 'quiet');
    if (grammar !== current) decoder.set_grammar(grammar);
    current = grammar;
    const text = recognize(speech.isNoisy ? speech.samples : withoutLead(speech.samples));
    const confidence = confidenceOf(decoder.get_alignment());
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort.postMessage({ id, text: text.includes('noise_') ? '' : text, confidence });
  } catch (error) {
    current = undefined;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort.postMessage({ id, error: String(error) });
  }
});

/** From -1 to 1. */
const audible = 0.01;
const leadSamples = 1600;

/** The decoder would only spend time on more of the silence before the first sound. Where noise is left, it needs to know that. */
function withoutLead(samples) {
  const first = samples.findIndex((sample) => Math.abs(sample) > audible);
  return samples.subarray(Math.max(0, first - leadSamples));
}

const frame = 160;

/** In frames, as it would come in live: short words are understood better than in one piece. */
function recognize(samples) {
  decoder.start();
  for (let at = 0; at < samples.length; at += frame) decoder.process_audio(samples.slice(at, at + frame));
  decoder.stop();
  return decoder.get_text();
}

/** Of the word that fits what was heard least, from 0 to 1. Silence and what stands between words is none. */
function confidenceOf({ w: words = [] }) {
  const said = words.filter(({ t }) => /^[a-z]/.test(t));
  return said.length === 0 ? null : Math.min(1, ...said.map(({ p }) => p));
}
