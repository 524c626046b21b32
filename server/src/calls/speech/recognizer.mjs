import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { models } from './models.mjs';
import { isSilentBefore, withoutNoise } from './noise.mjs';

/**
 * The thread that understands speech: one utterance after the other. It is no TypeScript, since Node loads it by itself, from
 * the sources as well as from the built program.
 */

// On Linux that of this thread alone: the audio of other calls does not wait for what is being understood.
setPriority(4);

const { module, models: folder } = workerData;
const createModule = (await import(module)).default;
const { Decoder } = await createModule({ modelBase: folder });

/** By language, once it was needed: a model takes seconds and memory. */
const loadedModels = new Map();

function modelFor(language) {
  const loaded = loadedModels.get(language) ?? loadModel(models[language]);
  loadedModels.set(language, loaded);
  // It is tried again by the next who needs it.
  loaded.catch(() => loadedModels.delete(language));
  return loaded;
}

async function loadModel({ model, nothing, likelihoodOfOthers, isQuietAfterSilence, words }) {
  const path = join(folder, model);
  const files = { hmm: path, dict: join(path, 'dict.txt') };
  const decoder = new Decoder({ ...files, samprate: 8000, loglevel: 'FATAL' });
  await decoder.initialize();
  const phones = phonesIn(path);
  for (const phone of phones) decoder.add_words([noise(phone), phone]);
  // Nobody says it. It takes the probability that the sounds of other words must not have.
  decoder.add_words(['noise_none', Array(12).fill(nothing).join(' ')]);
  for (const word of words) decoder.add_words(word);
  return { decoder, phones, likelihoodOfOthers, isQuietAfterSilence, grammar: undefined };
}

/** The sounds of which the model makes words. */
function phonesIn(path) {
  const names = Object.keys(JSON.parse(readFileSync(join(path, 'phoneset.json'), 'utf8')));
  return names.filter((name) => /^[a-z]/i.test(name) && name !== 'SIL');
}

const noise = (phone) => `noise_${phone.toLowerCase()}`;

/**
 * A grammar forces whatever was said into one of its phrases. So sounds in any order are a phrase, too, and the likelier one
 * when somebody said something else. What is left of noise fits all sounds better than it fits words, so there they count for less.
 */
const others = (phones, likelihood) =>
  [
    `/${1 - likelihood}/ noise_none`,
    ...phones.map((phone) => `/${(likelihood / phones.length).toFixed(8)}/ ${noise(phone)}`),
  ].join(' | ');
const withOthers = (rules, phones, likelihood) =>
  `#JSGF V1.0;\ngrammar reply;\npublic <any> = <reply> | /0.01/ <other>;\n<other> = (${others(phones, likelihood)})+;\n${rules}\n`;

let last = Promise.resolve();

// In turn: setting up the decoder for an utterance must not fall into the one before.
parentPort.on('message', (request) => {
  last = last.then(() => answer(request));
});

async function answer({ id, language, rules, samples }) {
  try {
    const loaded = await modelFor(language);
    const result = samples ? await understand(loaded, rules, samples) : { text: '' };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort.postMessage({ id, ...result });
  } catch (error) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort.postMessage({ id, error: String(error) });
  }
}

async function understand(loaded, rules, samples) {
  const speech = withoutNoiseFor(
    loaded,
    Float32Array.from(samples, (sample) => sample / 32_768),
  );
  const likelihood = loaded.likelihoodOfOthers[speech.isNoisy ? 'noisy' : 'quiet'];
  const grammar = withOthers(rules, loaded.phones, likelihood);
  try {
    if (grammar !== loaded.grammar) loaded.decoder.set_grammar(grammar);
    loaded.grammar = grammar;
    // The decoder adapts to what it hears, but the next utterance is another caller's.
    await loaded.decoder.reinitialize_audio();
    const text = recognize(loaded.decoder, speech.isNoisy ? speech.samples : withoutLead(speech.samples));
    const confidence = confidenceOf(loaded.decoder.get_alignment());
    return { text: text.includes('noise_') ? '' : text, confidence };
  } catch (error) {
    // Whatever the decoder failed at, the next utterance begins with a new grammar.
    loaded.grammar = undefined;
    throw error;
  }
}

function withoutNoiseFor({ isQuietAfterSilence }, samples) {
  return isQuietAfterSilence && isSilentBefore(samples) ? { samples, isNoisy: false } : withoutNoise(samples);
}

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
function recognize(decoder, samples) {
  decoder.start();
  for (let at = 0; at < samples.length; at += frame) decoder.process_audio(samples.slice(at, at + frame));
  decoder.stop();
  return decoder.get_text();
}

/** Of the word that fits what was heard least, from 0 to 1. Silence and what stands between words is none. */
function confidenceOf({ w: words = [] }) {
  const said = words.filter(({ t }) => /^\p{Ll}/u.test(t));
  return said.length === 0 ? null : Math.min(1, ...said.map(({ p }) => p));
}
