import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { CallLanguage } from '@daybook/contract/call-voices.data';

/** Understands speech at 8 kHz, within a grammar. */
export interface Listener {
  /** The words that were said; empty when they are none of the grammar. `rules` is JSGF whose rule is `<reply>`. */
  recognize(samples: Int16Array, rules: string, language?: CallLanguage): Promise<string>;
  /** Loads what a language needs, in every thread: otherwise the first who speaks it waits for that. */
  prepare(language: CallLanguage): Promise<void>;
  close(): Promise<void>;
}

/** By what was heard: how sure the recognizer is of its words. */
const confidences = new WeakMap<Int16Array, number>();

/** From 0 to 1; null before it was recognized, and when nothing was. */
export function getConfidence(samples: Int16Array): number | null {
  return confidences.get(samples) ?? null;
}

interface Result {
  readonly id: number;
  readonly text?: string;
  readonly confidence?: number | null;
  readonly error?: string;
}

interface PendingUtterance {
  readonly samples: Int16Array | undefined;
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

/** More would take the time that the audio of calls needs. */
const maxThreads = 2;

/** In threads of its own, since understanding an utterance takes longer than a frame of audio may wait. */
export function openListener(threads = Math.min(maxThreads, availableParallelism())): Listener {
  const recognizers = Array.from({ length: threads }, openRecognizer);
  return {
    recognize(samples, rules, language) {
      const [idlest] = recognizers.toSorted((a, b) => a.waiting() - b.waiting());
      if (!idlest) throw new Error('A listener has at least one thread.');
      return idlest.recognize(samples, rules, language);
    },
    prepare: async (language) => void (await Promise.all(recognizers.map((each) => each.prepare(language)))),
    close: async () => void (await Promise.all(recognizers.map((each) => each.close()))),
  };
}

interface Recognizer extends Listener {
  waiting(): number;
}

function openRecognizer(): Recognizer {
  const require = createRequire(import.meta.url);
  const module = require.resolve('soundswallower');
  const worker = new Worker(new URL('./recognizer.mjs', import.meta.url), {
    workerData: { module: pathToFileURL(module).href, models: join(dirname(module), 'model/') },
  });
  const waiting = new Map<number, PendingUtterance>();
  let last = 0;
  const failAll = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', ({ id, text, error, confidence }: Result) => {
    const request = waiting.get(id);
    waiting.delete(id);
    if (request?.samples && text && confidence != null) confidences.set(request.samples, confidence);
    if (text === undefined) request?.reject(new Error(error));
    else request?.resolve(text);
  });
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new Error('The thread that understands speech has ended.')));
  // A server that has nothing else to do may end.
  worker.unref();
  const ask = (
    language: CallLanguage,
    speech?: { readonly samples: Int16Array; readonly rules: string },
  ): Promise<string> => {
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      waiting.set(id, { samples: speech?.samples, resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage({ id, language, ...speech });
    });
  };
  return {
    waiting: () => waiting.size,
    recognize: (samples, rules, language = 'en') => ask(language, { samples, rules }),
    prepare: async (language) => void (await ask(language)),
    close: async () => void (await worker.terminate()),
  };
}
