import { z } from 'zod';
import { message, ok } from './envelopes.ts';
import { timestamp } from './fields.ts';
import { adminsOnly } from './permissions.ts';
import { declareRoute } from './route.ts';
import { anyToken, sessionAccess } from './scopes.ts';

/** What the first page of a dashboard shows: what needs care, and what is still to set up. */

export const attentionItem = z
  .object({
    kind: z.enum([
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
        'What it is about: the account of a calendar, the name of a webhook, a recipient, an event, the phone line',
    }),
    detail: z.string().meta({ description: 'What went wrong, as far as it is known' }),
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
    'Calendars that can’t be read, calendars with events that can’t be read, webhooks that fail or were disabled by failures, emails of the last seven days that couldn’t be sent, video calls that couldn’t be created three times in a row, upcoming video calls without a link, rejected refunds, a phone line that is paused because its SIP trunk rejects this server, and effects and jobs that failed permanently; at most 20 of each, the latest first. Users see their own data, owners and admins see everything. A token sees what its scopes allow: `schedules:read` for calendars, `webhooks:read` for webhooks, `outbound-calls:read` for the telephone line, `events:read` for the rest.',
  access: anyToken,
  returns: ok('attention', z.array(attentionItem)),
});

export const firstStepKey = z.enum(['profile', 'hours', 'calendar', 'page', 'link', 'team']);

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
    '`profile`: you have a name and a time zone of your own. `hours`: your default schedule was changed. `calendar`: you connected one. `page`: you host an active page. `link`: someone booked you, or one of your event types has a link. `team`, for owners and admins: there are others, or an invitation. A step is also done once it was confirmed.',
  access: anyToken,
  returns: ok('steps', z.array(firstStep)),
});

export const confirmFirstStep = declareRoute({
  method: 'PUT',
  path: '/first-steps/{key}',
  origin: 'ours',
  tag: 'Home',
  summary: 'Confirm that a first step is done',
  description: 'For steps that Daybook can’t detect: hours that are already right, a link that was copied.',
  access: anyToken,
  params: {
    key: z
      .string()
      .regex(/^(?:profile|hours|calendar|page|link|team)$/)
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
