import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // oxlint-disable-next-line no-explicit-any -- whatever was sent; tests assert what matters
  readonly body: any;
  readonly path: string;
}

const emptyCalendar = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\nEND:VCALENDAR\r\n';

/** An HTTP server that records what it receives and answers as a test says; at addresses that end in `.ics` it has a calendar. */
export interface Receiver {
  readonly url: string;
  readonly received: ReceivedRequest[];
  connections: number;
  answer: (response: ServerResponse, received: ReceivedRequest) => void;
  close(): Promise<void>;
}

export async function startReceiver(host = '127.0.0.1'): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url?.endsWith('.ics')) return void response.end(emptyCalendar);
      const text = Buffer.concat(chunks).toString();
      const item = {
        headers: request.headers,
        text,
        body: JSON.parse(text || 'null'),
        path: request.url ?? '',
      };
      received.push(item);
      receiver.answer(response, item);
    });
  });
  server.on('connection', () => void (receiver.connections += 1));
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  const receiver: Receiver = {
    url: `http://${host}:${(server.address() as AddressInfo).port}/hook`,
    received,
    connections: 0,
    answer: (response) => void response.end('ok'),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return receiver;
}

/** Declares a receiver for this test file; it is there once the tests run. */
export function useReceiver(): Receiver {
  const holder = {} as { receiver: Receiver };
  beforeAll(async () => {
    holder.receiver = await startReceiver();
  });
  afterAll(() => holder.receiver.close());
  return new Proxy({} as Receiver, {
    get: (_, name) => holder.receiver[name as keyof Receiver],
    set: (_, name, value) => Reflect.set(holder.receiver, name, value),
  });
}

export const respondWithStatus = (status: number) => (response: ServerResponse) => {
  response.statusCode = status;
  response.end(`status ${status}`);
};
