import { z } from 'zod';
import { ok } from './envelopes.ts';
import { eventTypeKind } from './event-types.ts';
import { date, dateOrInstant, email, eventId, slug, timestamp, timeZone, uuid } from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** Days of one or several hosts side by side, for those who draw them. */

export const calendarEvent = z
  .object({
    uuid: eventId,
    title: z.string(),
    type: eventTypeKind,
    startTime: timestamp,
    endTime: timestamp,
    eventTypeUuid: uuid,
    color: z.string(),
    location: z.string().meta({ description: 'The kind of location, such as Google Meet; empty for none' }),
    hosts: z.array(z.string()).meta({ description: 'Users, by uuid' }),
    invitees: z.array(z.string()).meta({ description: 'Names of the first three' }),
    activeInviteesCount: z.int(),
  })
  .meta({ id: 'CalendarEvent' });

const range = {
  host: z.string().meta({ description: 'A user, by uuid' }),
  startTime: timestamp,
  endTime: timestamp,
};

export const calendar = z
  .object({
    from: date,
    to: date,
    timeZone,
    hosts: z.array(
      z.object({
        uuid: z.string(),
        email,
        slug,
        name: z.string(),
        timeZone,
        isReadable: z.boolean().meta({
          description: 'False for a colleague of whom you see only when they are busy',
        }),
      }),
    ),
    events: z
      .array(calendarEvent)
      .meta({ description: 'Confirmed events that you may read, in order of their start' }),
    hours: z.array(z.object(range)).meta({ description: 'Of the default schedule of each host' }),
    busy: z.array(
      z.object({
        ...range,
        kind: z.string().meta({ description: 'Where it comes from', example: 'event' }),
        eventUuid: eventId.nullable().meta({ description: 'The event, if you may read it' }),
      }),
    ),
  })
  .meta({ id: 'Calendar' });

export const readCalendar = declareRoute({
  method: 'GET',
  path: '/calendar',
  origin: 'ours',
  tag: 'Scheduled events',
  summary: 'Read events, hours and busy time of hosts',
  description:
    'From one date to another, both included, at most 42 days. Users see their own hours and the events that they host; of colleagues they see when they are busy. Owners and admins see everything.',
  access: requireScopes('admin:full', 'events:read'),
  query: {
    from: dateOrInstant,
    to: dateOrInstant,
    hosts: z.string().max(2000).optional().meta({
      description: 'At most 20 users by uuid, slug or address, separated by commas; by default you',
      example: 'mara-lindqvist,aiko-tanaka',
    }),
    timeZone: timeZone.optional().meta({ description: 'Of the dates; by default yours' }),
  },
  returns: ok('resource', calendar),
});
