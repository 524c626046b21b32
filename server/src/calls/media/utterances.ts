import { createBeepDetector } from './beep.ts';
import { createVoiceActivity } from './voice-activity.ts';

/** What is found in frames of 20 ms. */
export type AudioEvent =
  /** Somebody begins to speak. */
  | { readonly kind: 'speech' }
  /** What was said until now; it may go on. */
  | { readonly kind: 'pause'; readonly samples: Int16Array }
  /** What was said until the last pause was all of it. */
  | { readonly kind: 'end'; readonly durationMs: number }
  /** The tone of an answering machine. */
  | { readonly kind: 'beep' };

/** Before speech is found it has begun; the recognizer needs its first sounds, and the line without speech to know its noise. */
const leadFrames = 30;
/** It has ended before that is known. */
const trailFrames = 25;
const maxFrames = 50 * 60;
const frameMs = 20;

export function openUtteranceDetector(report: (event: AudioEvent) => void): (frame: Int16Array) => void {
  const activity = createVoiceActivity();
  const beeps = createBeepDetector();
  let lead: Int16Array[] = [];
  let utterance: Int16Array[] | undefined;
  return (frame) => {
    const change = activity.push(frame);
    if (change === 'start') {
      utterance = [...lead];
      report({ kind: 'speech' });
    }
    if (utterance && utterance.length < maxFrames) utterance.push(frame);
    lead = [...lead.slice(1 - leadFrames), frame];
    if (beeps.push(frame)) {
      // It is no utterance, though it is loud.
      utterance = undefined;
      report({ kind: 'beep' });
    }
    if (!utterance) return;
    if (change === 'pause') report({ kind: 'pause', samples: join(utterance) });
    if (change !== 'end') return;
    report({ kind: 'end', durationMs: (utterance.length - leadFrames - trailFrames) * frameMs });
    utterance = undefined;
  };
}

function join(frames: readonly Int16Array[]): Int16Array {
  const samples = new Int16Array(frames.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const frame of frames) {
    samples.set(frame, at);
    at += frame.length;
  }
  return samples;
}
