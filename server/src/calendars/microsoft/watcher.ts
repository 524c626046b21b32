import type { Outbound } from '../../platform/safe-fetch/safe-fetch.ts';
import type { CalendarWatcher } from '../provider/public.ts';
import { callGraph } from './graph.ts';

interface Subscription {
  readonly id: string;
  readonly expirationDateTime: string;
}

/** Subscriptions of Graph. What becomes of a subscription itself is reported to the same address. */
export function createGraphWatcher(outbound: Outbound): CalendarWatcher {
  return {
    async watch(auth, calendarId, { id, url, token, until }) {
      const { body } = await callGraph<Subscription>(outbound, auth, {
        method: 'POST',
        path: '/subscriptions',
        body: {
          changeType: 'created,updated,deleted',
          resource: `me/calendars/${calendarId}/events`,
          notificationUrl: url,
          lifecycleNotificationUrl: url,
          clientState: token,
          expirationDateTime: until.toISOString(),
        },
      });
      return { id, externalId: body.id, expiresAt: new Date(body.expirationDateTime) };
    },
    async renew(auth, channel, until) {
      const { status, body } = await callGraph<Subscription>(outbound, auth, {
        method: 'PATCH',
        path: `/subscriptions/${encodeURIComponent(channel.externalId)}`,
        body: { expirationDateTime: until.toISOString() },
        accepts: [404, 410],
      });
      return status === 200 ? { ...channel, expiresAt: new Date(body.expirationDateTime) } : 'gone';
    },
    async stop(auth, { externalId }) {
      await callGraph(outbound, auth, {
        method: 'DELETE',
        path: `/subscriptions/${encodeURIComponent(externalId)}`,
        accepts: [404, 410],
      });
    },
  };
}
