import type { Outbound } from '../../platform/safe-fetch/safe-fetch.ts';
import { callApi, type CalendarWatcher } from '../provider/public.ts';

/** Channels of Google can't be renewed: another takes over before one ends. */
export function createGoogleWatcher(outbound: Outbound): CalendarWatcher {
  return {
    async watch(auth, calendarId, { id, url, token, until }) {
      const { body } = await callApi<{ resourceId?: string; expiration?: string }>(outbound, auth, {
        method: 'POST',
        path: `/calendars/${encodeURIComponent(calendarId)}/events/watch`,
        body: { id, type: 'web_hook', address: url, token, expiration: String(until.getTime()) },
      });
      const expiresAt = body.expiration ? new Date(Number(body.expiration)) : until;
      return { id, externalId: body.resourceId ?? '', expiresAt };
    },
    async stop(auth, { id, externalId }) {
      await callApi(outbound, auth, {
        method: 'POST',
        path: '/channels/stop',
        body: { id, resourceId: externalId },
        accepts: [404, 410],
      });
    },
  };
}
