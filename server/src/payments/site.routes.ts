import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../platform/context.ts';
import { receiveWebhook } from '../platform/http/webhooks.ts';
import { readWebhook, recordWebhookEvents } from './receive-webhook.ts';

/** Where providers report payments. */
export function servePaymentWebhooks(app: FastifyInstance, runtime: Runtime): void {
  receiveWebhook(app, runtime, {
    path: '/connect/:provider/events/:reference',
    maxBytes: 256 * 1024,
    // They send from few addresses.
    perAddress: 3000,
    authenticate: (request) => readWebhook(runtime, request),
    receive: (received) => recordWebhookEvents(runtime, received),
  });
}
