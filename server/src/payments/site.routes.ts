import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../platform/context.ts';
import { refuseWhenFull } from '../platform/http/guard.ts';
import { networkOf } from '../platform/http/network.ts';
import { createLimiter, enforce } from '../platform/http/rate-limit.ts';
import { takeReport } from './take-report.ts';

/** Where providers report payments. They are no clients of the API: headers and bodies are theirs, and signed over every byte. */

const bodyLimit = 256 * 1024;
/** Stripe sends from few addresses. */
const perAddress = 3000;

export function servePaymentReports(app: FastifyInstance, runtime: Runtime): void {
  const { clock, config } = runtime;
  const byAddress = createLimiter(clock, config.rateLimit === 'off' ? Infinity : perAddress);
  void app.register(async (site) => {
    site.removeAllContentTypeParsers();
    site.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_, body, done) => done(null, body));
    const options = { bodyLimit, onRequest: async () => refuseWhenFull(runtime) };
    site.post('/connect/stripe/events/:reference', options, async (request, reply) => {
      enforce(byAddress.take(networkOf(request.ip)));
      const { reference } = request.params as { reference: string };
      const signature = String(request.headers['stripe-signature'] ?? '');
      await takeReport(runtime, { reference, signature, body: String(request.body ?? '') });
      return reply.status(204).send();
    });
  });
}
