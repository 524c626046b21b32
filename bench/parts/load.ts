import { fork } from 'node:child_process';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { chooseForSmoke } from './smoke.ts';

/**
 * Load from a process of its own, on bare sockets, so that the server is measured and not an HTTP client. Each keep-alive
 * connection sends one request after the other.
 */
export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly token: string;
  /** Sent one after the other, then from the first again. */
  readonly requests: readonly { readonly method: string; readonly path: string; readonly body?: unknown }[];
  /** How long to send; without it, until every request was sent once. */
  readonly seconds: number | 'once';
  /** At most so many requests begin in a second, evenly; as fast as answers come unless given. */
  readonly perSecond?: number;
}

export interface Measurement {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
  readonly statuses: Record<string, number>;
}

export function runLoad(load: Load): Promise<Measurement> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), { stdio: 'inherit' });
    child.once('message', (measured) => {
      child.disconnect();
      resolve(measured as Measurement);
    });
    child.once('error', reject);
    child.once('exit', (code) => code && reject(new Error(`The load ended with ${code}.`)));
    child.send(chooseForSmoke(load, shortened(load)));
  });
}

/** Few requests at a time, and none by the clock: a busy machine would refuse them, or answer none in time. */
const shortened = (load: Load): Load => ({
  ...load,
  connections: Math.min(load.connections, 4),
  ...(load.seconds !== 'once' && { requests: load.requests.slice(0, 8), seconds: 'once' as const }),
});

export function computeMedian(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

const warmUpMs = 500;

async function run(load: Load): Promise<Measurement> {
  const texts = load.requests.map((request) => wireText(request, load.token));
  const once = load.seconds === 'once';
  const beganMs = performance.now() + (once ? 0 : warmUpMs);
  const untilMs = once ? Infinity : beganMs + Number(load.seconds) * 1000;
  const tookMs: number[] = [];
  const statuses: Record<string, number> = {};
  let sent = 0;

  const next = (): string | undefined => {
    if (once ? sent >= texts.length : performance.now() >= untilMs) return undefined;
    sent += 1;
    return texts[(sent - 1) % texts.length];
  };
  const note = (status: string, startedMs: number) => {
    if (startedMs < beganMs) return;
    tookMs.push(performance.now() - startedMs);
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const firstMs = performance.now();
  const waitMs = () =>
    load.perSecond ? Math.max(0, firstMs + (sent * 1000) / load.perSecond - performance.now()) : 0;
  await Promise.all(Array.from({ length: load.connections }, () => client(load.port, next, note, waitMs)));

  const seconds = (performance.now() - beganMs) / 1000;
  tookMs.sort((a, b) => a - b);
  const at = (share: number) => tookMs[Math.min(tookMs.length - 1, Math.floor(tookMs.length * share))] ?? 0;
  return {
    perSecond: tookMs.length / seconds,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    worstMs: at(1),
    statuses,
  };
}

function wireText({ method, path, body }: Load['requests'][number], token: string): string {
  const payload = body === undefined ? '' : JSON.stringify(body);
  const about =
    payload && `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(payload)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${about}\r\n${payload}`;
}

function client(
  port: number,
  next: () => string | undefined,
  note: (status: string, startedMs: number) => void,
  waitMs: () => number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    let startedMs = 0;
    let missing = -1;
    let status = '';
    const send = (): unknown => {
      const ms = waitMs();
      if (ms > 0) return setTimeout(send, ms);
      const text = next();
      if (text === undefined) return socket.end();
      startedMs = performance.now();
      missing = -1;
      return socket.write(text);
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      if (missing < 0) {
        // Answers are small, so that their headers arrive in one piece.
        const head = chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        status = head.slice(9, 12);
        missing = Number(/\r\ncontent-length: (\d+)/i.exec(head.slice(0, end + 2))?.[1]) + end + 4;
      }
      missing -= chunk.length;
      if (missing > 0) return;
      note(status, startedMs);
      send();
    });
    socket.on('error', reject).on('close', () => resolve());
  });
}

if (process.send && import.meta.filename === process.argv[1]) {
  process.once('message', (load) => {
    void run(load as Load).then((measured) => process.send?.(measured));
  });
}
