import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { openCallAudio, type CallAudio } from './call-audio.ts';
import type { Order, Report } from './thread.ts';

/** The thread that carries the audio of all calls: see thread.ts. */

try {
  // On Linux that of this thread alone.
  setPriority(-10);
} catch {
  // Only an administrator may, and it is no condition.
}

const calls = new Map<number, CallAudio>();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const report = (message: Report): void => parentPort?.postMessage(message);

async function carryOut({ call, ...order }: Order): Promise<unknown> {
  if (order.kind === 'open') {
    const audio = await openCallAudio(order.address, (event) => report({ kind: 'event', call, event }));
    calls.set(call, audio);
    return audio.port;
  }
  const audio = calls.get(call);
  switch (order.kind) {
    case 'connect':
      return audio?.connect(order.media);
    case 'play':
      return audio?.play(order.samples) ?? 'stopped';
    case 'stopPlaying':
      return audio?.stopPlaying();
    case 'startRecording':
      return audio?.startRecording();
    case 'close':
      calls.delete(call);
      return audio?.close();
  }
}

parentPort?.on('message', ({ id, order }: { id: number; order: Order }) => {
  carryOut(order).then(
    (value) => report({ kind: 'done', id, value }),
    (error: unknown) => report({ kind: 'failed', id, error: String(error) }),
  );
});
