import { fork } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * Requests at a fixed rate, whether or not the ones before were answered: what a server gets when more people come than
 * it can serve. From a process of its own, on bare sockets.
 */
export interface OpenLoop {
  readonly port: number;
  readonly token: string;
  readonly perSecond: number;
  readonly seconds: number;
  readonly requests: readonly { readonly method: string; readonly path: string; readonly body?: unknown }[];
}

export interface LoadResult {
  readonly sent: number;
  /** By status; `broken` when the connection ended without an answer, `none` when it did not come within 30 s. */
  readonly statuses: Record<string, number>;
  /** Durations in milliseconds, by status. */
  readonly p50Ms: Record<string, number>;
  readonly p99Ms: Record<string, number>;
}

export function runOpenLoop(load: OpenLoop): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), { stdio: 'inherit' });
    child.once('message', (answers) => {
      child.disconnect();
      resolve(answers as LoadResult);
    });
    child.once('error', reject);
    child.once('exit', (code) => code && reject(new Error(`The load ended with ${code}.`)));
    child.send(load);
  });
}

export function computePercentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const answerLimitMs = 30_000;

async function run({ port, token, perSecond, seconds, requests }: OpenLoop): Promise<LoadResult> {
  const total = perSecond * seconds;
  const took: Record<string, number[]> = {};
  const idle: Socket[] = [];
  const underWay: Promise<void>[] = [];
  const beganMs = performance.now();
  for (let index = 0; index < total; index += 1) {
    const waitMs = beganMs + (index * 1000) / perSecond - performance.now();
    // Also when it is late: answers have to be read in the meantime.
    await (waitMs > 0 ? sleep(waitMs) : setImmediate());
    const text = wireText(requests[index % requests.length] as OpenLoop['requests'][number], token);
    const startedMs = performance.now();
    const answered = exchange(port, idle, text).then((status) => {
      (took[status] ??= []).push(performance.now() - startedMs);
    });
    underWay.push(answered);
  }
  await Promise.all(underWay);
  for (const socket of idle) socket.destroy();
  const byStatus = <T>(of: (durations: number[]) => T) =>
    Object.fromEntries(Object.entries(took).map(([status, durations]) => [status, of(durations)]));
  return {
    sent: total,
    statuses: byStatus((durations) => durations.length),
    p50Ms: byStatus((durations) => computePercentile(durations, 0.5)),
    p99Ms: byStatus((durations) => computePercentile(durations, 0.99)),
  };
}

function wireText({ method, path, body }: OpenLoop['requests'][number], token: string): string {
  const payload = body === undefined ? '' : JSON.stringify(body);
  const about =
    payload && `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(payload)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${about}\r\n${payload}`;
}

/** One request on a connection that is free, or on a new one. Resolves with the status, or how it failed. */
function exchange(port: number, idle: Socket[], text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = idle.pop() ?? connect({ host: '127.0.0.1', port, noDelay: true });
    let missing = -1;
    let status = '';
    const end = (how: string): void => {
      clearTimeout(timer);
      socket.removeAllListeners();
      socket.on('error', () => {});
      if (how === status && !socket.destroyed) idle.push(socket);
      else socket.destroy();
      resolve(how);
    };
    const timer = setTimeout(() => end('none'), answerLimitMs);
    socket.on('data', (chunk) => {
      if (missing < 0) {
        // Answers are small: their head always comes in one piece.
        const head = chunk.toString('latin1');
        const headEnd = head.indexOf('\r\n\r\n');
        status = head.slice(9, 12);
        missing = Number(/\r\ncontent-length: (\d+)/i.exec(head.slice(0, headEnd + 2))?.[1]) + headEnd + 4;
      }
      missing -= chunk.length;
      if (missing <= 0) end(status);
    });
    socket.on('error', () => end('broken')).on('close', () => end('broken'));
    socket.write(text);
  });
}

if (process.send && import.meta.filename === process.argv[1]) {
  process.once('message', (load) => {
    void run(load as OpenLoop).then((answers) => process.send?.(answers));
  });
}
