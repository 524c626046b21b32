import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';

/** Load from a process of its own, so that making it does not slow down what is measured. */

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly token: string;
  /** Sent one after the other, round and round, each connection from another one on. */
  readonly requests: readonly { readonly method: string; readonly path: string; readonly body?: unknown }[];
  /** Ends after this long, or when every request has been sent once. */
  readonly seconds: number | 'once';
}

export interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly statuses: Record<string, number>;
}

export function drive(load: Load): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), { stdio: 'inherit' });
    child.once('message', (measured) => {
      child.disconnect();
      resolve(measured as Measured);
    });
    child.once('error', reject);
    child.once('exit', (code) => code && reject(new Error(`The load ended with ${code}.`)));
    child.send(load);
  });
}

async function run(load: Load): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const tookMs: number[] = [];
  const statuses: Record<string, number> = {};
  const until = load.seconds === 'once' ? Infinity : performance.now() + load.seconds * 1000;
  let next = 0;
  const began = performance.now();
  const connection = async () => {
    while (performance.now() < until) {
      const index = next;
      next += 1;
      if (load.seconds === 'once' && index >= load.requests.length) return;
      const startedAt = performance.now();
      const status = await send(agent, load, index % load.requests.length);
      tookMs.push(performance.now() - startedAt);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: load.connections }, connection));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  tookMs.sort((a, b) => a - b);
  const at = (share: number) => tookMs[Math.min(tookMs.length - 1, Math.floor(tookMs.length * share))] ?? 0;
  return { perSecond: tookMs.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), statuses };
}

function send(agent: Agent, { port, token, requests }: Load, index: number): Promise<number> {
  const { method, path, body } = requests[index] ?? { method: 'GET', path: '/' };
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(payload !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
  };
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(payload);
  });
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

if (process.send && import.meta.filename === process.argv[1]) {
  process.once('message', (load) => {
    void run(load as Load).then((measured) => process.send?.(measured));
  });
}
