import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Runtime } from '../platform/context.ts';
import { refuseWhenFull } from '../platform/http/guard.ts';
import { networkOf } from '../platform/http/network.ts';
import { createLimiter, enforce } from '../platform/http/rate-limit.ts';
import { badRequest } from '../platform/problems.ts';
import { channelAt, takeNotification, type Notification } from './notifications.ts';

/** Where Google and Microsoft report changes. They are no clients of the API: headers, texts and statuses are theirs. */

const perChannel = 60;
const bodyLimit = 256 * 1024;

export function serveCalendarReports(app: FastifyInstance, runtime: Runtime): void {
  const { clock, config } = runtime;
  const byChannel = createLimiter(clock, perChannel);
  const byAddress = createLimiter(clock, config.rateLimit === 'off' ? Infinity : config.rateLimit.perAddress);
  const channelOf = (request: FastifyRequest) => {
    const { reference } = request.params as { reference: string };
    try {
      const channel = channelAt(runtime, reference);
      enforce(byChannel.take(channel.id));
      return channel;
    } catch (error) {
      // Providers send from few addresses; only who guesses is counted by address.
      enforce(byAddress.take(networkOf(request.ip)));
      throw error;
    }
  };
  void app.register(async (site) => {
    site.removeAllContentTypeParsers();
    site.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_, body, done) => done(null, body));
    const options = { bodyLimit, onRequest: async () => refuseWhenFull(runtime) };
    site.post('/connect/google/changes/:reference', options, async (request, reply) => {
      await takeNotification(runtime, channelOf(request), googleReport(request));
      return reply.status(204).send();
    });
    site.post('/connect/microsoft/changes/:reference', options, async (request, reply) => {
      const channel = channelOf(request);
      const { validationToken } = request.query as { validationToken?: string | string[] };
      // Microsoft makes a subscription only when its address repeats this.
      if (typeof validationToken === 'string')
        return reply.status(200).type('text/plain; charset=utf-8').send(validationToken);
      for (const report of graphReports(request)) await takeNotification(runtime, channel, report);
      return reply.status(202).send();
    });
  });
}

function googleReport({ headers }: FastifyRequest): Notification {
  return {
    token: String(headers['x-goog-channel-token'] ?? ''),
    isAboutChannel: false,
    isTrial: headers['x-goog-resource-state'] === 'sync',
  };
}

const graphBody = z.object({
  value: z
    .array(z.object({ clientState: z.string().nullish(), lifecycleEvent: z.string().nullish() }))
    .min(1)
    .max(1000),
});

/** One is enough for any number of changes; what is about the subscription itself is told apart. */
function graphReports({ body }: FastifyRequest): Notification[] {
  const parsed = graphBody.safeParse(parse(body));
  if (!parsed.success) throw badRequest('This isn’t a list of change notifications.');
  const reports = parsed.data.value.map(({ clientState, lifecycleEvent }) => ({
    token: clientState ?? '',
    isAboutChannel: lifecycleEvent === 'reauthorizationRequired' || lifecycleEvent === 'subscriptionRemoved',
    isTrial: false,
  }));
  const kinds = new Map(reports.map((report) => [`${report.isAboutChannel} ${report.token}`, report]));
  return [...kinds.values()];
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
