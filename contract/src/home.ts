import { z } from 'zod';
import { message, ok } from './envelopes.ts';
import { date, eventId, eventIdPattern, idParam, timestamp, uuid } from './fields.ts';
import { adminsOnly } from './permissions.ts';
import { declareRoute } from './route.ts';
import { anyToken, requireScopes, sessionAccess } from './scopes.ts';

/** What the first page of a dashboard shows: what needs attention, who is next, and what is still to set up. */

export const attentionItem = z
  .object({
    kind: z.enum([
      'request_open',
      'poll_open',
      'calendar_failing',
      'calendar_unreadable',
      'webhook_failing',
      'webhook_disabled',
      'mail_failed',
      'conference_failing',
      'link_missing',
      'refund_refused',
      'calls_paused',
      'effect_failed',
      'job_failed',
    ]),
    id: z.string(),
    title: z.string().meta({
      description:
        'What it is about: an invitee, a poll, the account of a calendar, the name of a webhook, a recipient, an event, the phone line',
    }),
    detail: z.string().meta({
      description: 'What went wrong, as far as it is known, in English; the next four say it for programs',
    }),
    reason: z
      .enum(['sign_in', 'not_added', 'url_gone', 'failed_for_days', 'user_deactivated'])
      .nullable()
      .meta({
        description:
          'For calendars: their owner must sign in again, or bookings can’t be added. For disabled webhooks: the URL responded with 410 Gone, all deliveries failed for 5 days, or the user was deactivated. Otherwise null',
      }),
    count: z.int().nullable().meta({
      description:
        'Votes of a poll, failed deliveries in a row, or events that can’t be read; otherwise null',
    }),
    dates: z.array(date).meta({
      description: 'When the first events that can’t be read take place, as far as that can be read',
    }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'The last error, in the words of the other system where it sent some' }),
    since: timestamp,
    url: z.url().meta({ description: 'Where to look at it in the dashboard' }),
  })
  .meta({ id: 'AttentionItem' });

export const readAttention = declareRoute({
  method: 'GET',
  path: '/attention',
  origin: 'ours',
  tag: 'Home',
  summary: 'List what needs attention',
  description:
    'Open booking requests and polls that wait for your decision (those with votes, once their deadline has passed or if they have none), calendars that can’t be read, calendars with events that can’t be read, webhooks that fail or were disabled by failures, emails of the last seven days that couldn’t be sent, video calls that couldn’t be created three times in a row, upcoming video calls without a link, rejected refunds, a phone line that is paused because its SIP trunk rejects this server, and effects and jobs that failed permanently; at most 20 of each, the latest first. Users see their own data, owners and admins see everything. A token sees what its scopes allow: `schedules:read` for calendars, `webhooks:read` for webhooks, `outbound-calls:read` for the telephone line, `events:read` for the rest.',
  access: anyToken,
  returns: ok('attention', z.array(attentionItem)),
});

/** An effect has a UUID, a job a number. */
const failureId = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[1-9]\d{0,17})$/;

export const retryFailure = declareRoute({
  method: 'POST',
  path: '/attention/{id}/retry',
  origin: 'ours',
  tag: 'Home',
  summary: 'Retry an effect or background job',
  description:
    'For items of the kinds `effect_failed` and `job_failed`: what failed permanently is attempted again at once, as often as the first time.',
  access: requireScopes('admin:full', 'events:write'),
  may: 'admin',
  params: { id: idParam('Failure', failureId, '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d') },
  returns: message('Retry started.'),
  fails: { 403: adminsOnly, 404: 'Failure not found.' },
});

const text = z.string().nullable();

export const knownPerson = z
  .object({
    inviteeUuid: eventId,
    personId: uuid,
    name: z.string(),
    jobTitle: text,
    company: z.object({ id: uuid, name: z.string() }).nullable(),
    meetings: z.int().meta({ description: 'Past meetings; canceled ones and no-shows don’t count' }),
    noShows: z.int(),
    lastMeeting: z
      .object({
        title: z.string(),
        startTime: timestamp,
        eventUuid: eventId.nullable().meta({ description: 'Null if you can’t open the event' }),
      })
      .nullable(),
    lastNote: z
      .object({ text: z.string(), author: text, createdAt: timestamp })
      .nullable()
      .meta({ description: 'The latest note on the person or on one of their events, as plain text' }),
  })
  .meta({ id: 'KnownPerson' });

export const readBriefing = declareRoute({
  method: 'GET',
  path: '/scheduled-events/{uuid}/briefing',
  origin: 'ours',
  tag: 'Home',
  summary: 'Read what the CRM knows about the invitees of an event',
  description:
    'At most 10 people, in the order in which they booked. People, companies and notes that the caller can’t read are left out, and without `crm:read` or while the CRM is off, so is everything.',
  access: requireScopes('admin:full', 'events:read'),
  params: { uuid: idParam('Event', eventIdPattern, 'dbk-8fK2mZ0qWv3Xy7Ab') },
  returns: ok('people', z.array(knownPerson)),
  fails: { 403: 'Only the event’s hosts, owners and admins can do this.', 404: 'Event not found.' },
});

export const firstStepKey = z.enum(['profile', 'hours', 'calendar', 'page', 'link', 'tour', 'team']);

export const firstStep = z
  .object({
    key: firstStepKey,
    isDone: z.boolean(),
    url: z.url().meta({ description: 'Where it is done in the dashboard' }),
  })
  .meta({ id: 'FirstStep' });

export const readFirstSteps = declareRoute({
  method: 'GET',
  path: '/first-steps',
  origin: 'ours',
  tag: 'Home',
  summary: 'List the first steps',
  description:
    '`profile`: you have a name and a time zone of your own. `hours`: your default schedule was changed. `calendar`: you connected one. `page`: you host an active page. `link`: someone booked you, or one of your event types has a link. `tour`: you finished or skipped the tour of the dashboard, or everything else is done. `team`, for owners and admins: there are others, or an invitation. A step is also done once it was confirmed.',
  access: anyToken,
  returns: ok('steps', z.array(firstStep)),
});

export const confirmFirstStep = declareRoute({
  method: 'PUT',
  path: '/first-steps/{key}',
  origin: 'ours',
  tag: 'Home',
  summary: 'Confirm that a first step is done',
  description:
    'For steps that Daybook can’t detect: hours that are already right, a link that was copied, a tour that was finished or skipped.',
  access: anyToken,
  params: {
    key: z
      .string()
      .regex(/^(?:profile|hours|calendar|page|link|tour|team)$/)
      .meta({ noun: 'Step', example: 'hours' }),
  },
  returns: message('Step confirmed.'),
  fails: { 404: 'Step not found.' },
});

export const clearDemo = declareRoute({
  method: 'DELETE',
  path: '/organization/demo',
  origin: 'ours',
  tag: 'Home',
  summary: 'Delete the demo data',
  description:
    'Empties a workspace that was created as a demo (`workspace.isDemo` of the session): event types, events, schedules, CRM records, calls, polls, workflows, webhooks, emails, and the users and teams of the demo. Users who can sign in, their sessions, API tokens and preferences, pending invitations, connected calendars and payment providers, and the audit log of what people did stay. It can’t be undone, and works once.',
  access: sessionAccess,
  may: 'admin',
  returns: message('Demo data deleted.'),
  fails: { 403: adminsOnly, 409: 'This workspace contains no demo data.' },
});
