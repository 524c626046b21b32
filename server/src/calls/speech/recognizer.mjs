import { parentPort, workerData } from 'node:worker_threads';

/**
 * The thread that understands speech: one utterance after the other. It is no TypeScript, since Node loads it by itself, from
 * the sources as well as from the built program.
 */

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
 * when somebody said something else.
 */
const others = [
  `/0.9/ noise_none`,
  ...phones.map((phone) => `/${(0.1 / phones.length).toFixed(5)}/ ${noise(phone)}`),
];
const withOthers = (rules) =>
  `#JSGF V1.0;\ngrammar reply;\npublic <any> = <reply> | /0.01/ <other>;\n<other> = (${others.join(' | ')})+;\n${rules}\n`;

let current;

parentPort.on('message', ({ id, rules, samples }) => {
  try {
    if (rules !== current) decoder.set_grammar(withOthers(rules));
    current = rules;
    const text = recognize(samples);
    const confidence = confidenceOf(decoder.get_alignment());
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort.postMessage({ id, text: text.includes('noise_') ? '' : text, confidence });
  } catch (error) {
    current = undefined;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort.postMessage({ id, error: String(error) });
  }
});

const frame = 160;

/** In frames, as it would come in live: short words are understood better than in one piece. */
function recognize(samples) {
  decoder.start();
  for (let at = 0; at < samples.length; at += frame)
    decoder.process_audio(Float32Array.from(samples.subarray(at, at + frame), (sample) => sample / 32_768));
  decoder.stop();
  return decoder.get_text();
}

/** Of the word that fits what was heard least, from 0 to 1. Silence and what stands between words is none. */
function confidenceOf({ w: words = [] }) {
  const said = words.filter(({ t }) => /^[a-z]/.test(t));
  return said.length === 0 ? null : Math.min(1, ...said.map(({ p }) => p));
}
