import type { CallEvent } from './media/public.ts';

/** What comes from the other side of a call: utterances, digits, and that nothing does. */
export interface CallerInput {
  receive(event: CallEvent): void;
  /**
   * The next of them, or the first that came since the last. `onPause` gets the samples of an utterance when it pauses: they are those of
   * the utterance if it has ended before that, so that the recognizer can begin before that is certain.
   */
  next(withinMs: number, onPause?: (samples: Int16Array) => void): Promise<Sound>;
  /** Forgets what was said so far: it was no answer to what is said next. After the end of the call nothing is said next. */
  clear(): void;
  /** The call is over. What was said before is still heard. */
  close(): void;
  readonly isClosed: boolean;
}

export type Sound =
  | {
      readonly kind: 'utterance';
      readonly samples: Int16Array;
      readonly durationMs: number;
      /** When it began, and when it was certain that it had ended. */
      readonly beganAtMs: number;
      readonly endedAtMs: number;
    }
  | { readonly kind: 'digit'; readonly digit: string; readonly beganAtMs: number }
  /** The tone of an answering machine. */
  | { readonly kind: 'beep' }
  | { readonly kind: 'silence' }
  | { readonly kind: 'closed' };

/** No utterance is longer. */
const maxSpeechMs = 60_000;

export function openCallerInput(): CallerInput {
  let sounds: Sound[] = [];
  let isSpeaking = false;
  let beganAtMs = 0;
  let untilPause: Int16Array = new Int16Array(0);
  let notifyPause: ((samples: Int16Array) => void) | undefined;
  let isClosed = false;
  let wake: (() => void) | undefined;

  const add = (sound: Sound): void => {
    sounds.push(sound);
    wake?.();
  };

  return {
    get isClosed() {
      return isClosed;
    },
    receive(event) {
      switch (event.kind) {
        case 'speech':
          isSpeaking = true;
          beganAtMs = performance.now();
          return wake?.();
        case 'pause':
          untilPause = event.samples;
          return notifyPause?.(untilPause);
        case 'end':
          isSpeaking = false;
          return add({
            kind: 'utterance',
            samples: untilPause,
            durationMs: event.durationMs,
            beganAtMs,
            endedAtMs: performance.now(),
          });
        case 'beep':
          isSpeaking = false;
          return add(event);
        case 'digit':
          return add({ ...event, beganAtMs: performance.now() });
      }
    },
    async next(withinMs, onPause) {
      notifyPause = onPause;
      const untilMs = performance.now() + withinMs;
      for (;;) {
        const first = sounds.shift();
        if (first) return first;
        if (isClosed) return { kind: 'closed' };
        // Somebody who is speaking is not silent.
        const leftMs = isSpeaking ? maxSpeechMs : untilMs - performance.now();
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
      if (isClosed) return;
      sounds = sounds.filter(({ kind }) => kind === 'digit' || kind === 'beep');
    },
    close() {
      isClosed = true;
      wake?.();
    },
  };
}
