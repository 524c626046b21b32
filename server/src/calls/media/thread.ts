import { Worker } from 'node:worker_threads';
import type { Media } from '../sip/public.ts';
import type { CallAudio, CallEvent, OpenCallAudio } from './call-audio.ts';

/**
 * Audio in a thread of its own: a frame is due every 20 ms, and whatever else the process does, collecting garbage included, takes longer
 * than that now and then.
 */
export interface AudioThread {
  readonly open: OpenCallAudio;
  /** Not after it has failed. */
  isOpen(): boolean;
  close(): Promise<void>;
}

export type Order = { readonly call: number } & (
  | { readonly kind: 'open'; readonly address: string }
  | { readonly kind: 'connect'; readonly media: Media }
  | { readonly kind: 'play'; readonly samples: Int16Array }
  | { readonly kind: 'stopPlaying' | 'startRecording' | 'close' }
);

export type Report =
  | { readonly kind: 'event'; readonly call: number; readonly event: CallEvent }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: string };

interface PendingReply {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export function openAudioThread(): AudioThread {
  const worker = startWorker();
  // A server that has nothing else to do may end.
  worker.unref();
  const waiting = new Map<number, PendingReply>();
  const listeners = new Map<number, (event: CallEvent) => void>();
  let lastId = 0;
  let lastCall = 0;
  let failure: Error | undefined;

  const failAll = (error: Error): void => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new Error('The thread of the audio has ended.')));
  worker.on('message', (report: Report) => {
    if (report.kind === 'event') return listeners.get(report.call)?.(report.event);
    const request = waiting.get(report.id);
    waiting.delete(report.id);
    if (report.kind === 'done') request?.resolve(report.value);
    else request?.reject(new Error(report.error));
    return undefined;
  });

  const ask = async <T>(order: Order): Promise<T> => {
    if (failure) throw failure;
    lastId += 1;
    const id = lastId;
    return new Promise<T>((resolve, reject) => {
      waiting.set(id, { resolve: (value) => resolve(value as T), reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage({ id, order });
    });
  };

  return {
    async open(address, onEvent): Promise<CallAudio> {
      lastCall += 1;
      const call = lastCall;
      listeners.set(call, onEvent);
      const port = await ask<number>({ call, kind: 'open', address });
      const tell = (order: Order): void => void ask(order).catch(() => undefined);
      return {
        port,
        connect: (media) => tell({ call, kind: 'connect', media }),
        play: (samples) => ask({ call, kind: 'play', samples }),
        stopPlaying: () => tell({ call, kind: 'stopPlaying' }),
        startRecording: () => tell({ call, kind: 'startRecording' }),
        // Until then it reports what was said last.
        close: () => ask<Uint8Array>({ call, kind: 'close' }).finally(() => listeners.delete(call)),
      };
    },
    isOpen: () => failure === undefined,
    close: async () => void (await worker.terminate()),
  };
}

/** The built program has the thread beside it. From the sources it needs a loader, which threads do not inherit. */
function startWorker(): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./audio-thread.mjs', import.meta.url));
  const { href } = new URL('./audio-thread.ts', import.meta.url);
  const load = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(href)})))`;
  return new Worker(load, { eval: true });
}
