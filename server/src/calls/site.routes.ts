import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../platform/context.ts';
import { receiveWebhook } from '../platform/http/webhooks.ts';
import { verifyHostedWebhook, recordHostedWebhook } from './receive-hosted-webhook.ts';

/** Where hosted voice platforms report. */
export function serveCallWebhooks(app: FastifyInstance, runtime: Runtime): void {
  receiveWebhook(app, runtime, {
    path: '/connect/calls/:provider',
    // A report has the whole conversation, and what the assistant is made of.
    maxBytes: 4 * 1024 * 1024,
    // They send from few addresses.
    perAddress: 3000,
    authenticate: (request) => verifyHostedWebhook(runtime, request.params['provider'] ?? '', request),
    async receive(report, { params }) {
      const next = await recordHostedWebhook(runtime, params['provider'] ?? '', report);
      return next === undefined ? undefined : { status: 200, type: 'text/xml; charset=utf-8', body: next };
    },
  });
}
