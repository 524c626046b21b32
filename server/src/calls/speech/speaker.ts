import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseWav, toTelephone } from './wav.ts';

/** Makes speech of text, at 8 kHz. */
export interface Speaker {
  render(text: string, voice: string): Promise<Int16Array>;
  /** Sentence by sentence, the next of which is rendered while one is heard. */
  speak(text: string, voice: string): AsyncIterable<Int16Array>;
}

const run = promisify(execFile);
const maxCached = 1000;
/** Between two sentences. */
const pauseSamples = 2800;

/** The beginning and the end of what is said are quieter than the rest of it. */
const audible = 60;
const keptSamples = 160;

/**
 * By the programs `flite` and `espeak-ng`, which Debian has. Sentences that were said once are kept: a call repeats itself, and so do
 * calls. Those of one text are rendered one by one, since the programs make each for itself anyway and most are known already.
 */
export function openSpeaker(): Speaker {
  const cache = new Map<string, Promise<Int16Array>>();
  const sentence = (text: string, voice: string): Promise<Int16Array> => {
    const key = `${voice}\n${text}`;
    const rendered = cache.get(key) ?? renderByProgram(text, voice);
    // Whatever was used last is dropped last.
    cache.delete(key);
    cache.set(key, rendered);
    rendered.catch(() => cache.delete(key));
    const [oldest] = cache.keys();
    if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
    return rendered;
  };
  return {
    async render(text, voice) {
      const parts: Int16Array[] = [];
      for (const each of sentencesOf(text)) parts.push(await sentence(each, voice));
      return joined(parts);
    },
    async *speak(text, voice) {
      const [first, ...rest] = sentencesOf(text);
      let next = sentence(first ?? text, voice);
      for (const each of rest) {
        const part = await next;
        next = sentence(each, voice);
        yield withPause(part);
      }
      yield await next;
    },
  };
}

/** `Hello. How are you?` to both; a full stop within a word or a number ends nothing. */
function sentencesOf(text: string): string[] {
  const found = text.split(/(?<=[.!?:]) +(?=\S)/).filter((part) => part.trim() !== '');
  return found.length === 0 ? [text] : found;
}

function withPause(part: Int16Array): Int16Array {
  const samples = new Int16Array(part.length + pauseSamples);
  samples.set(part);
  return samples;
}

function joined(parts: readonly Int16Array[]): Int16Array {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const samples = new Int16Array(
    parts.reduce((sum, part) => sum + part.length + pauseSamples, -pauseSamples),
  );
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length + pauseSamples;
  }
  return samples;
}

async function renderByProgram(text: string, voice: string): Promise<Int16Array> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-speech-'));
  try {
    const file = join(folder, 'speech.wav');
    const [program, options] = commandFor(text, voice, file);
    await run(program, options, { timeout: 20_000 }).catch((error: NodeJS.ErrnoException) =>
      explain(error, program),
    );
    const sound = parseWav(await readFile(file));
    if (!sound) throw new Error(`${program} wrote no sound.`);
    return trimmed(toTelephone(sound));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What espeak-ng calls its voices. flite has ours by the same names. */
const espeakVoices: Readonly<Record<string, string>> = { 'fr-f': 'fr+f2', 'fr-m': 'fr' };
/** Slower than its default of 175: it is heard on the phone. */
const wordsPerMinute = '150';

function commandFor(text: string, voice: string, file: string): [program: string, options: string[]] {
  const espeakVoice = espeakVoices[voice];
  if (espeakVoice === undefined) return ['flite', ['-voice', voice, '-t', text, '-o', file]];
  return ['espeak-ng', ['-v', espeakVoice, '-s', wordsPerMinute, '-w', file, '--', text]];
}

/** Voices begin and end with a fifth of a second of silence, for which a callee who waits for an answer would wait, too. */
function trimmed(samples: Int16Array): Int16Array {
  const isLoud = (sample: number): boolean => Math.abs(sample) > audible;
  const [from, to] = [samples.findIndex(isLoud), samples.findLastIndex(isLoud)];
  return from < 0 ? samples : samples.slice(Math.max(0, from - keptSamples), to + keptSamples);
}

function explain(error: NodeJS.ErrnoException, program: string): never {
  if (error.code === 'ENOENT')
    throw new Error(`The program ${program} is missing: install it (apt-get install ${program}).`);
  throw error;
}
