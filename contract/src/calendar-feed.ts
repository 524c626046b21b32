import { z } from 'zod';
import { createdWith, message, ok, streamed } from './envelopes.ts';
import { timestamp } from './fields.ts';
import { route } from './route.ts';
import { publicAccess, scoped } from './scopes.ts';

/** A host's events as a calendar to subscribe to: additions section 4. */

export const calendarFeed = z
  .object({
    isActive: z.boolean(),
    createdAt: timestamp.nullable().meta({ description: 'When the address was made' }),
  })
  .meta({ id: 'CalendarFeed' });

export const readCalendarFeed = route({
  method: 'GET',
  path: '/calendar-feed',
  origin: 'ours',
  tag: 'Calendars',
  summary: 'Say whether your events can be subscribed to',
  description: 'The address itself is shown only when it is made.',
  access: scoped('admin:full', 'events:read'),
  returns: ok('resource', calendarFeed),
});

export const createCalendarFeed = route({
  method: 'POST',
  path: '/calendar-feed',
  origin: 'ours',
  tag: 'Calendars',
  summary: 'Make the secret address of your events, or a new one',
  description:
    'Whoever has the address can read the times, titles and places of your events and the names of invitees. It is shown here and never again; the one before ends at once.',
  access: scoped('admin:full', 'events:write'),
  returns: createdWith(calendarFeed, { url: z.url() }),
});

export const deleteCalendarFeed = route({
  method: 'DELETE',
  path: '/calendar-feed',
  origin: 'ours',
  tag: 'Calendars',
  summary: 'End the secret address of your events',
  access: scoped('admin:full', 'events:write'),
  returns: message('Calendar feed deleted.'),
});

export const readPublicCalendar = route({
  method: 'GET',
  path: '/public/calendars/{token}.ics',
  origin: 'ours',
  tag: 'Public',
  summary: 'Read a host’s events as a calendar',
  description:
    'Confirmed events from 90 days ago on, at most 2,000. An event that was cancelled is no longer there. Has an ETag: `If-None-Match` is answered with 304 while nothing changed.',
  access: publicAccess,
  params: { token: z.string().meta({ noun: 'Calendar', example: '4kZtq8LmW2xR7vB1nYc0Ds' }) },
  cacheSeconds: 0,
  returns: streamed('text/calendar'),
  fails: { 404: 'Calendar not found.' },
});
