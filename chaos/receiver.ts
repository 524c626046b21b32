import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Message {
  readonly webhookId: string;
  readonly event: string;
  readonly email: string;
  readonly startAt: string;
  readonly previousStartAt: string | null;
}

/** Takes webhooks, keeps those about invitees, and answers at once. */
export interface Receiver {
  readonly url: string;
  /** What arrived, by invitee. */
  readonly received: Record<string, Message[]>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Record<string, Message[]> = {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { inviteeUuid, inviteeEmail: email, ...message } = JSON.parse(Buffer.concat(chunks).toString());
      const { event, startAt, previousStartAt } = message;
      const webhookId = String(request.headers['webhook-id']);
      if (inviteeUuid)
        (received[inviteeUuid] ??= []).push({ webhookId, event, email, startAt, previousStartAt });
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
