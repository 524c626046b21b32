import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import type { TestApp } from '../../test/harness.ts';
import { runDueWorkflows } from './run-workflow.ts';

interface Content {
  readonly to: { readonly email: string };
  readonly subject: string;
  readonly text: string;
  readonly invitation: object | null;
  readonly refusalUrl?: string;
}

/** What tests of workflows say and look at. */
export function createWorkflowHelpers(app: TestApp) {
  const query = async (text: string, values: unknown[] = []) =>
    (await app.runtime.database.pool.query(text, values)).rows;
  const at = (now: Date) => ({ ...app.runtime, clock: { now: () => now } });
  return {
    query,
    at,
    /** Runs all that is due then, as the worker does every minute. */
    runAt: (now: Date | string) => runDueWorkflows(at(new Date(now))),
    async create(fields: object) {
      const { status, body } = await app.post('/workflows', {
        name: 'A workflow',
        trigger: { on: 'booked' },
        steps: [buildMailStep('person')],
        ...fields,
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.resource;
    },
    runs: async (id: string) => (await app.get(`/workflows/${id}/runs?count=100`)).body.collection,
    mails: async (kind = 'workflow') =>
      (await query('select * from mail_message where kind = $1 order by created_at, id', [kind])).map(
        (row) => ({
          ...(JSON.parse(app.runtime.secrets.unseal(row.content_sealed)) as Content),
          status: row.status as string,
          eventId: row.event_id as string | null,
        }),
      ),
  };
}

export const buildMailStep = (
  to: string,
  body = 'Hello {{person.firstName}}.',
  subject = 'About {{event.title}}',
) => ({
  kind: 'mail',
  to,
  texts: { en: { subject, body } },
});

interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A server on loopback that records requests and answers with a status. */
export function useServer() {
  const received: ReceivedRequest[] = [];
  const server = { url: '', received, status: 200 };
  const http = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, text: Buffer.concat(chunks).toString() });
      response.writeHead(server.status).end();
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      http.listen(0, '127.0.0.1', resolve);
    });
    server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/sms`;
  });
  afterAll(() => {
    http.closeAllConnections();
    http.close();
  });
  return server;
}
