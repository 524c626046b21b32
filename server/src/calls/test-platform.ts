import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

export interface Message {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // oxlint-disable-next-line no-explicit-any -- whatever was sent; tests assert what matters
  readonly body: any;
}

/** A voice platform on loopback that records what it receives and answers as a test says. */
export function usePlatform() {
  const received: Message[] = [];
  const platform = {
    url: '',
    received,
    answer: (_: Message): { status: number; body?: object } => ({ status: 202 }),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const message = { headers: request.headers, text, body: JSON.parse(text) };
      received.push(message);
      const { status, body } = platform.answer(message);
      response.writeHead(status);
      response.end(body && JSON.stringify(body));
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    platform.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/voice`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return platform;
}
