import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../platform/context.ts';
import { refuseWhenFull } from '../platform/http/guard.ts';
import { networkOf } from '../platform/http/network.ts';
import { createLimiter, enforce } from '../platform/http/rate-limit.ts';
import { takePlanReport } from './take-report.ts';

const bodyLimit = 16 * 1024;
const perAddress = 600;

/** Where the operator's billing reports plans. It is no client of the API: what it sends is signed over every byte. */
export function serveBillingReports(app: FastifyInstance, runtime: Runtime): void {
  const limiter = createLimiter(runtime.clock, runtime.config.rateLimit === 'off' ? Infinity : perAddress);
  void app.register(async (site) => {
    site.removeAllContentTypeParsers();
    site.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_, body, done) => done(null, body));
    const options = { bodyLimit, onRequest: async () => refuseWhenFull(runtime) };
    site.post('/connect/billing', options, async (request, reply) => {
      enforce(limiter.take(networkOf(request.ip)));
      await takePlanReport(runtime, {
        text: String(request.body ?? ''),
        header: (name) => {
          const value = request.headers[name];
          return typeof value === 'string' ? value : undefined;
        },
      });
      return reply.status(204).send();
    });
  });
}
