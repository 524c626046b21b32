import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../platform/context.ts';
import { receiveWebhook } from '../platform/http/webhooks.ts';
import { requireSignature, receivePlanWebhook } from './receive-webhook.ts';

/** Where the operator's billing reports plans. */
export function serveBillingWebhooks(app: FastifyInstance, runtime: Runtime): void {
  receiveWebhook(app, runtime, {
    path: '/connect/billing',
    maxBytes: 16 * 1024,
    perAddress: 600,
    authenticate: (request) => requireSignature(runtime, request),
    receive: (_, { text }) => receivePlanWebhook(runtime, text),
  });
}
