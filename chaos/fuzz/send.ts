import { Agent, request as open, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Answer } from './check-answer.ts';

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string | string[]>;
  readonly body?: string | Buffer;
}

/** `hung`: no whole answer in time. `closed`: the connection ended before one. */
export type Outcome = Answer | 'hung' | 'closed';

const agent = new Agent({ keepAlive: true });

/** Half of the time that an answer may take. A process that was stopped meanwhile still has the other half to read it. */
const halfLimitMs = 15_000;

export async function sendFuzz(url: string, sent: FuzzRequest, onlyHeaders = false): Promise<Outcome> {
  const first = await attempt(url, sent, onlyHeaders, agent);
  // A connection that was kept may have been closed at the moment in which it was used.
  return first === 'closed' ? attempt(url, sent, onlyHeaders, new Agent()) : first;
}

function attempt(url: string, sent: FuzzRequest, onlyHeaders: boolean, using: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const { method, path, headers, body } = sent;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const call = open({ hostname, port, method, path, headers: { ...headers, ...length }, agent: using });
    let halves = 0;
    const timer = setInterval(() => {
      halves += 1;
      if (halves === 2) finish('hung');
    }, halfLimitMs);
    const finish = (outcome: Outcome): void => {
      clearInterval(timer);
      resolve(outcome);
      if (typeof outcome === 'string' || onlyHeaders) call.destroy();
    };
    call.on('error', () => finish('closed'));
    call.on('response', (response) => {
      if (onlyHeaders && response.statusCode === 200) return finish(answerOf(response, Buffer.alloc(0)));
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => finish('closed'));
      response.on('end', () => finish(answerOf(response, Buffer.concat(chunks))));
      return undefined;
    });
    call.end(body);
  });
}

function answerOf({ statusCode = 0, headers }: IncomingMessage, bytes: Buffer): Answer {
  const encoding = bytes.length > 0 ? headers['content-encoding'] : undefined;
  const plain =
    encoding === 'gzip' ? gunzipSync(bytes) : encoding === 'br' ? brotliDecompressSync(bytes) : bytes;
  return { status: statusCode, type: String(headers['content-type'] ?? ''), text: plain.toString() };
}
