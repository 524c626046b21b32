import { z } from 'zod';
import { readSettings, type SettingValues } from '../../platform/settings.ts';
import {
  ConferenceError,
  type Conference,
  type ConferenceAccount,
  type ConferenceMeeting,
  type ConferenceProvider,
  type EnteredAccount,
} from '../provider/public.ts';
import { getAccessToken, callZoom, type Zoom, type ZoomCredentials } from './request.ts';
import { zoomSettings } from './settings.ts';

interface ConfiguredZoom {
  readonly settings: SettingValues;
}

export const zoomProvider: ConferenceProvider = {
  by: 'account',
  form: {
    title: 'Zoom',
    fields: ['accountId', 'clientId', 'user'],
    secretField: 'clientSecret',
    async tryAccount(tools, account) {
      await getAccessToken(reach(tools), credentialsIn(account), true);
    },
  },
  connect: (tools, account) => createZoomAccount(reach(tools), credentialsIn(account)),
};

function reach({
  config,
  outbound,
  clock,
}: Pick<Zoom, 'outbound' | 'clock'> & { readonly config: ConfiguredZoom }): Zoom {
  return { outbound, clock, urls: readSettings(config, zoomSettings) };
}

function credentialsIn({ accountId, clientId, clientSecret, user }: EnteredAccount): ZoomCredentials {
  return {
    accountId: accountId ?? '',
    clientId: clientId ?? '',
    clientSecret: clientSecret ?? '',
    user: user ?? null,
  };
}

const pageSize = 300;
/** More upcoming meetings than Zoom lets a user have. */
const maxPages = 40;

const meetingAnswer = z.object({
  id: z.union([z.int(), z.string()]),
  join_url: z.url({ protocol: /^https?$/ }),
});

const listAnswer = z.object({
  next_page_token: z.string().optional(),
  meetings: z.array(z.looseObject({ agenda: z.string().optional() })),
});

function createZoomAccount(zoom: Zoom, credentials: ZoomCredentials): ConferenceAccount {
  const call = (request: Parameters<typeof callZoom>[2]) => callZoom(zoom, credentials, request);
  const meetings = `/users/${encodeURIComponent(credentials.user ?? 'me')}/meetings`;
  return {
    async find(eventId) {
      let pageToken = '';
      for (let page = 0; page < maxPages; page++) {
        const query = new URLSearchParams({ type: 'upcoming', page_size: String(pageSize) });
        if (pageToken) query.set('next_page_token', pageToken);
        const { body } = await call({ path: `${meetings}?${query}`, accepts: [200] });
        const answer = understood(listAnswer.safeParse(body));
        const found = answer.meetings.find(({ agenda }) => agenda?.includes(markOf(eventId)));
        if (found) return conferenceOf(found);
        pageToken = answer.next_page_token ?? '';
        if (!pageToken) return undefined;
      }
      return undefined;
    },
    async create(meeting) {
      const { body } = await call({
        method: 'POST',
        path: meetings,
        body: { ...meetingBody(meeting), type: scheduled, settings },
        accepts: [201],
      });
      return conferenceOf(body);
    },
    async update(externalId, meeting) {
      const { status } = await call({
        method: 'PATCH',
        path: meetingPath(externalId),
        body: meetingBody(meeting),
        accepts: [204, 404],
      });
      return status === 404 ? 'gone' : 'updated';
    },
    async remove(externalId) {
      const path = `${meetingPath(externalId)}?schedule_for_reminder=false&cancel_meeting_reminder=false`;
      await call({ method: 'DELETE', path, accepts: [204, 404] });
    },
  };
}

const scheduled = 2;
/** The host of Daybook need not be a user of Zoom, so nobody waits for one. */
const settings = { join_before_host: true, jbh_time: 0, waiting_room: false };

function meetingPath(externalId: string): string {
  return `/meetings/${encodeURIComponent(externalId)}`;
}

function meetingBody({ eventId, title, startsAt, durationMinutes }: ConferenceMeeting) {
  return {
    topic: title.slice(0, 200),
    agenda: markOf(eventId),
    start_time: startsAt.toISOString().replace(/\.\d+Z$/, 'Z'),
    timezone: 'UTC',
    duration: durationMinutes,
  };
}

function markOf(eventId: string): string {
  return `Daybook ${eventId}`;
}

function conferenceOf(body: unknown): Conference {
  const { id, join_url: joinUrl } = understood(meetingAnswer.safeParse(body));
  return { externalId: String(id), joinUrl };
}

function understood<T>(parsed: z.ZodSafeParseResult<T>): T {
  if (!parsed.success) throw new ConferenceError('Zoom sent an unexpected response.', { isUncertain: true });
  return parsed.data;
}
