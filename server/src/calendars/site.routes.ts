import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../platform/context.ts';
import { createLimiter, enforceLimit } from '../platform/http/rate-limit.ts';
import { receiveWebhook } from '../platform/http/webhooks.ts';
import { notFound } from '../platform/problems.ts';
import { openChannel, receiveNotification } from './notifications.ts';
import { findKind } from './providers.ts';

const perChannel = 60;

/** Where providers of accounts report changes, in texts and with statuses of their own. */
export function serveCalendarWebhooks(app: FastifyInstance, runtime: Runtime): void {
  const { clock, config } = runtime;
  const byChannel = createLimiter(clock, perChannel);
  receiveWebhook(app, runtime, {
    path: '/connect/:provider/changes/:reference',
    maxBytes: 256 * 1024,
    perAddress: config.rateLimit === 'off' ? Infinity : config.rateLimit.perAddress,
    // Providers send from few addresses; only those who guess are counted by address.
    counts: 'refused',
    authenticate({ params: { provider = '', reference = '' } }) {
      const kind = findKind(provider);
      if (kind?.kind !== 'oauth') throw notFound('Route');
      const channel = openChannel(runtime, reference);
      enforceLimit(byChannel.take(channel.id));
      return { channel, readReport: kind.readReport };
    },
    async receive({ channel, readReport }, request) {
      const { notifications, ...answer } = readReport(request);
      for (const notification of notifications) await receiveNotification(runtime, channel, notification);
      return answer;
    },
  });
}
