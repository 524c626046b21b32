import { z } from 'zod';
import { createdWith, message, ok, streamed } from './envelopes.ts';
import { timestamp } from './fields.ts';
import { declareRoute } from './route.ts';
import { publicAccess, requireScopes } from './scopes.ts';

/** A host's events as a calendar to subscribe to: additions section 4. */

export const calendarFeed = z
  .object({
    isActive: z.boolean(),
    createdAt: timestamp.nullable().meta({ description: 'When the URL was created' }),
  })
  .meta({ id: 'CalendarFeed' });

export const readCalendarFeed = declareRoute({
  method: 'GET',
  path: '/calendar-feed',
  origin: 'ours',
  tag: 'Calendars',
  summary: 'Read whether your calendar feed exists',
  description: 'The URL itself is shown only when it is created.',
  access: requireScopes('admin:full', 'events:read'),
  returns: ok('resource', calendarFeed),
});

export const createCalendarFeed = declareRoute({
  method: 'POST',
  path: '/calendar-feed',
  origin: 'ours',
  tag: 'Calendars',
  summary: 'Create the secret URL of your calendar feed, or a new one',
  description:
    'Anyone with the URL can read the times, titles and locations of your events and the names of invitees. It is shown only in this response; the previous URL stops working immediately.',
  access: requireScopes('admin:full', 'events:write'),
  returns: createdWith(calendarFeed, { url: z.url() }),
});

export const deleteCalendarFeed = declareRoute({
  method: 'DELETE',
  path: '/calendar-feed',
  origin: 'ours',
  tag: 'Calendars',
  summary: 'Revoke the secret URL of your calendar feed',
  access: requireScopes('admin:full', 'events:write'),
  returns: message('Calendar feed deleted.'),
});

export const readPublicCalendar = declareRoute({
  method: 'GET',
  path: '/public/calendars/{token}.ics',
  origin: 'ours',
  tag: 'Public',
  summary: 'Read a host’s events as a calendar',
  description:
    'Confirmed events from 90 days ago on, at most 2,000. Canceled events are omitted. Has an ETag: `If-None-Match` is answered with 304 while nothing changed.',
  access: publicAccess,
  params: { token: z.string().meta({ noun: 'Calendar', example: '4kZtq8LmW2xR7vB1nYc0Ds' }) },
  cacheSeconds: 0,
  returns: streamed('text/calendar'),
  fails: { 404: 'Calendar not found.' },
});
