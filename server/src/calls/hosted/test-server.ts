import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { createOutbound } from '../../platform/safe-fetch/safe-fetch.ts';
import type { HostedDial } from './platform.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Of JSON or of a form; undefined when there was none. */
  // oxlint-disable-next-line no-explicit-any -- whatever was sent; tests assert what matters
  readonly body: any;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** A platform on loopback that records what it receives. `isMute` takes a request and breaks the connection instead of answering. */
export function useServer(answer: (received: ReceivedRequest) => Reply) {
  const received: ReceivedRequest[] = [];
  const fake = { url: '', received, isMute: false, refusal: undefined as Reply | undefined };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://platform');
      const message = {
        method: request.method ?? '',
        path: pathname,
        query: searchParams,
        headers: request.headers,
        body: parse(request.headers['content-type'] ?? '', Buffer.concat(chunks).toString()),
      };
      received.push(message);
      const reply = fake.refusal ?? answer(message);
      if (fake.isMute) return void request.socket.destroy();
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      response.end(reply.body === undefined ? undefined : JSON.stringify(reply.body));
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return fake;
}

function parse(type: string, text: string): unknown {
  if (text === '') return undefined;
  return type.startsWith('application/x-www-form-urlencoded')
    ? Object.fromEntries(new URLSearchParams(text))
    : JSON.parse(text);
}

/** What an SDK and our adapter must send alike. */
export function extractEssence({ method, path, headers, body }: ReceivedRequest, keyHeader: string) {
  const type = headers['content-type']?.split(';', 1)[0];
  return { method, path, key: headers[keyHeader], type, body };
}

export const reportUrl = 'https://book.example.org/connect/calls/platform';
export const testOutbound = createOutbound({ outboundAllow: ['127.0.0.1'], outboundDns: [] });
export const realClock = { now: () => new Date() };

export function createDial(fields: Partial<HostedDial> = {}): HostedDial {
  return {
    attemptId: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d',
    callId: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3e',
    from: null,
    to: '+493012345678',
    fullName: 'Ines Okafor',
    email: 'ines@harbour.example',
    firstMessage: 'Hello, this is Juniper Studio.',
    prompt: 'Be kind.',
    additionalData: null,
    placeBefore: new Date(Date.now() + 45_000),
    ...fields,
  };
}

/** How a call ends at a platform, in words that every one of them has. */
export type Ending = 'answered' | 'busy' | 'not_answered' | 'voicemail';

/** A report as the platform sends it. */
export interface SentReport {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  /** With its query; without: the address for reports. */
  readonly url?: string;
}

export function toRequest({ text, headers, url = reportUrl }: SentReport) {
  return { text, url, header: (name: string): string | undefined => headers[name] };
}

/** What a test of the whole server needs of a platform, whichever it is. */
export interface FakePlatform {
  readonly server: ReturnType<typeof useServer>;
  /** Requests to dial that it got. */
  countDials(): number;
  /** Ends the call that it dialled last, and reports that. */
  end(how: Ending, at: Date): SentReport;
}
