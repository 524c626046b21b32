import { encodeG711 } from './g711.ts';

/** Both sides of a call in one track, as G.711 mu-law at 8 kHz. What we send is the clock; what is heard is laid beside it. */
export interface Recorder {
  /** What comes before it is not recorded. */
  start(): void;
  /** A frame that we sent; undefined: silence. */
  pushSent(samples: Int16Array | undefined): void;
  pushReceived(samples: Int16Array): void;
  audio(): Uint8Array;
}

const frameSamples = 160;
/** As much as a row may hold: eight minutes and twenty seconds. */
const maxFrames = 4_000_000 / frameSamples;
/** A peer whose clock is faster gets no further ahead than this. */
const maxWaiting = 3200;

export function openRecorder(): Recorder {
  const frames: Uint8Array[] = [];
  let waiting: number[] = [];
  let isStarted = false;
  return {
    start: () => void (isStarted = true),
    pushReceived(samples) {
      if (!isStarted) return;
      waiting.push(...samples);
      if (waiting.length > maxWaiting) waiting = waiting.slice(-maxWaiting);
    },
    pushSent(samples) {
      if (!isStarted || frames.length >= maxFrames) return;
      const heard = waiting.splice(0, frameSamples);
      const mixed = Int16Array.from({ length: frameSamples }, (_, index) =>
        Math.max(-32_768, Math.min(32_767, (samples?.[index] ?? 0) + (heard[index] ?? 0))),
      );
      frames.push(encodeG711(mixed, 'PCMU'));
    },
    audio: () => Uint8Array.from(Buffer.concat(frames)),
  };
}
