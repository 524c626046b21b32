import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../platform/context.ts';
import { refuseWhenFull } from '../platform/http/guard.ts';
import { networkOf } from '../platform/http/network.ts';
import { createLimiter, enforce } from '../platform/http/rate-limit.ts';
import { takeHostedReport } from './take-hosted-report.ts';

/** Where hosted voice platforms report. They are no clients of the API: headers and bodies are theirs, and signed over every byte. */

/** A report has the whole conversation, and what the assistant is made of. */
const bodyLimit = 4 * 1024 * 1024;
/** They send from few addresses. */
const perAddress = 3000;

export function serveCallReports(app: FastifyInstance, runtime: Runtime): void {
  const { clock, config } = runtime;
  const byAddress = createLimiter(clock, config.rateLimit === 'off' ? Infinity : perAddress);
  void app.register(async (site) => {
    site.removeAllContentTypeParsers();
    site.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_, body, done) => done(null, body));
    const options = { bodyLimit, onRequest: async () => refuseWhenFull(runtime) };
    site.post('/connect/calls/:provider', options, async (request, reply) => {
      enforce(byAddress.take(networkOf(request.ip)));
      const { provider } = request.params as { provider: string };
      const next = await takeHostedReport(runtime, provider, {
        url: config.publicUrl + request.url,
        text: String(request.body ?? ''),
        header: (name) => {
          const value = request.headers[name];
          return typeof value === 'string' ? value : undefined;
        },
      });
      return next === undefined
        ? reply.status(204).send()
        : reply.status(200).type('text/xml; charset=utf-8').send(next);
    });
  });
}
