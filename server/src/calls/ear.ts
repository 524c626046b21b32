import { beepDetector, voiceActivity } from './media/public.ts';

/** What comes from the other side of a call: utterances, digits, and that nothing does. */
export interface Ear {
  push(frame: Int16Array): void;
  pushDigit(digit: string): void;
  /**
   * The next of them, or the first that came since the last. `onPause` gets the samples of an utterance when it pauses: they are those of
   * the utterance if it has ended by then, so that whoever understands it can begin before that is certain.
   */
  next(withinMs: number, onPause?: (samples: Int16Array) => void): Promise<Sound>;
  /** Forgets what was said so far: it was no answer to what is said next. */
  clear(): void;
  close(): void;
}

export type Sound =
  | { readonly kind: 'utterance'; readonly samples: Int16Array; readonly durationMs: number }
  | { readonly kind: 'digit'; readonly digit: string }
  /** The tone of an answering machine. */
  | { readonly kind: 'beep' }
  | { readonly kind: 'silence' }
  | { readonly kind: 'closed' };

/** Before speech is found it has begun; the recognizer needs its first sounds, and the line without speech to know its noise. */
const leadFrames = 30;
/** It has ended before that is known. */
const trailFrames = 25;
const maxFrames = 50 * 60;
const frameMs = 20;

export function openEar(onSpeech: () => void): Ear {
  const activity = voiceActivity();
  const beeps = beepDetector();
  let lead: Int16Array[] = [];
  let utterance: Int16Array[] | undefined;
  let untilPause: Int16Array = new Int16Array(0);
  let notifyPause: ((samples: Int16Array) => void) | undefined;
  let heard: Sound[] = [];
  let isClosed = false;
  let wake: (() => void) | undefined;

  const add = (sound: Sound): void => {
    heard.push(sound);
    wake?.();
  };

  return {
    push(frame) {
      const change = activity.push(frame);
      if (change === 'start') {
        utterance = [...lead];
        onSpeech();
        wake?.();
      }
      if (utterance && utterance.length < maxFrames) utterance.push(frame);
      lead = [...lead.slice(1 - leadFrames), frame];
      if (beeps.push(frame)) {
        // It is no utterance, though it is loud.
        utterance = undefined;
        return add({ kind: 'beep' });
      }
      if (change === 'pause' && utterance) {
        untilPause = join(utterance);
        notifyPause?.(untilPause);
      }
      if (change !== 'end' || !utterance) return undefined;
      add({
        kind: 'utterance',
        samples: untilPause,
        durationMs: (utterance.length - leadFrames - trailFrames) * frameMs,
      });
      utterance = undefined;
      return undefined;
    },
    pushDigit(digit) {
      onSpeech();
      add({ kind: 'digit', digit });
    },
    async next(withinMs, onPause) {
      notifyPause = onPause;
      const untilMs = performance.now() + withinMs;
      for (;;) {
        if (isClosed) return { kind: 'closed' };
        const first = heard.shift();
        if (first) return first;
        // Somebody who is speaking is not silent.
        const leftMs = utterance ? maxFrames * frameMs : untilMs - performance.now();
        if (leftMs <= 0) return { kind: 'silence' };
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, leftMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
    clear() {
      heard = heard.filter(({ kind }) => kind === 'digit' || kind === 'beep');
    },
    close() {
      isClosed = true;
      wake?.();
    },
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
