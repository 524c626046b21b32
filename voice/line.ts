import { setImmediate as nextTurn } from 'node:timers/promises';
import { openCallerInput } from '../server/src/calls/caller-input.ts';
import { decodeG711, encodeG711, silence } from '../server/src/calls/media/g711.ts';
import { openUtteranceDetector } from '../server/src/calls/media/utterances.ts';
import { createJitterBuffer } from '../server/src/calls/media/jitter.ts';
import type { Plan } from './proof.ts';

/** What a telephone line does to speech: noise, the codec, and packets that are lost. */
export interface Line {
  readonly name: string;
  /** How much louder than the noise the speech is. */
  readonly signalToNoiseDb: number | undefined;
  /** Of a hundred packets, how many do not arrive. */
  readonly lossPercent: number;
}

export const lines: readonly Line[] = [
  { name: 'clean', signalToNoiseDb: undefined, lossPercent: 0 },
  { name: '20 dB', signalToNoiseDb: 20, lossPercent: 0 },
  { name: '10 dB', signalToNoiseDb: 10, lossPercent: 0 },
  { name: '5 % loss', signalToNoiseDb: undefined, lossPercent: 5 },
];

const frame = 160;
/** The line is there before anybody speaks on it, while the other side does, and afterwards. */
const beforeFrames = 150;
const afterFrames = 60;

/** The utterance that our side hears, through the codec, the jitter buffer and the ear of a call; undefined when none. */
export async function transmit(
  speech: Int16Array,
  line: Line,
  random: Plan['random'],
): Promise<Int16Array | undefined> {
  const frames = beforeFrames + Math.ceil(speech.length / frame) + afterFrames;
  const samples = new Int16Array(frames * frame);
  samples.set(speech, beforeFrames * frame);
  if (line.signalToNoiseDb !== undefined) addNoise(samples, noiseLevel(speech, line.signalToNoiseDb), random);
  const bytes = encodeG711(samples, 'PCMU');
  const ear = openCallerInput();
  const hear = openUtteranceDetector(ear.receive);
  const inOrder = createJitterBuffer(silence.PCMU);
  for (let index = 0; index < frames; index += 1) {
    if (index === beforeFrames) ear.clear();
    if (random(100) < line.lossPercent) continue;
    const payload = bytes.subarray(index * frame, (index + 1) * frame);
    const packet = { payloadType: 0, marker: false, sequence: index, timestamp: index * frame, ssrc: 1 };
    for (const heard of inOrder.push({ ...packet, payload })) hear(decodeG711(heard, 'PCMU'));
  }
  // Speech that does not end is waited for in a call; here nothing more comes.
  const sound = await Promise.race([ear.next(0), nextTurn(undefined)]);
  ear.close();
  return sound?.kind === 'utterance' ? sound.samples : undefined;
}

/** White noise, so much quieter than what is spoken, pauses left out. */
function noiseLevel(speech: Int16Array, signalToNoiseDb: number): number {
  const levels: number[] = [];
  for (let at = 0; at + frame <= speech.length; at += frame) {
    let sum = 0;
    for (const sample of speech.subarray(at, at + frame)) sum += sample * sample;
    levels.push(sum / frame);
  }
  const loudest = Math.max(...levels);
  const spoken = levels.filter((level) => level > loudest / 1000);
  const mean = spoken.reduce((sum, level) => sum + level, 0) / Math.max(spoken.length, 1);
  return Math.sqrt(mean / 10 ** (signalToNoiseDb / 10));
}

function addNoise(samples: Int16Array, level: number, random: Plan['random']): void {
  for (let index = 0; index < samples.length; index += 1) {
    // The sum of twelve even numbers is close to normal.
    let normal = -6;
    for (let each = 0; each < 12; each += 1) normal += random(65_536) / 65_536;
    const noisy = (samples[index] ?? 0) + normal * level;
    samples[index] = Math.max(-32_768, Math.min(32_767, Math.round(noisy)));
  }
}
