import { z } from 'zod';
import { created, message, ok, paginated } from './envelopes.ts';
import { pageLocation } from './event-types.ts';
import { email, eventId, instant, line, timestamp, timeZone, uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';
import { host } from './scheduled-events.ts';
import { requireScopes } from './scopes.ts';

/** Meeting polls: a host proposes times, invitees vote, a host picks one: docs/decisions/0108. */

export const pollStatus = z.enum(['open', 'finalised', 'cancelled', 'expired']).meta({
  description: '`finalised`: a time was picked and booked; `expired`: all of its times have passed',
});

export const pollAnswer = z.enum(['yes', 'if_needed', 'no']);

const counts = { yes: z.int(), ifNeeded: z.int(), no: z.int() };

const pollTime = z
  .object({ startTime: timestamp, endTime: timestamp, ...counts })
  .meta({ id: 'PollTime', description: 'A proposed time with its vote counts' });

const pollLocation = pageLocation.omit({ id: true });

export const pollVote = z
  .object({
    uuid,
    name: z.string(),
    email,
    timeZone,
    answers: z.array(z.object({ startTime: timestamp, answer: pollAnswer })),
    inviteeUuid: eventId.nullable().meta({ description: 'The invitee that they became' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'PollVote' });

export const poll = z
  .object({
    uuid,
    status: pollStatus,
    title: z.string(),
    description: z.string(),
    duration: z.int(),
    eventTypeUuid: uuid,
    url: z.url().meta({ description: 'URL of the poll; anyone with it can vote' }),
    hosts: z.array(host).meta({ description: 'All of them attend' }),
    location: pollLocation.nullable(),
    times: z.array(pollTime),
    voters: z.int(),
    deadline: timestamp.nullable(),
    hideVotes: z.boolean().meta({ description: 'Participants don’t see the votes of others' }),
    startTime: timestamp.nullable().meta({ description: 'The time that was picked' }),
    eventUuid: eventId.nullable().meta({ description: 'The event that was booked' }),
    obstacle: z.enum(['page', 'plan', 'host']).nullable().meta({
      description:
        'Why an open poll can’t be voted on or booked: its event type was deleted or deactivated, the organization has no active subscription, or a host was deactivated',
    }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Poll' });

export const pollRead = poll
  .extend({
    times: z.array(
      pollTime.extend({
        isFree: z.boolean().meta({ description: 'All hosts are available' }),
      }),
    ),
    votes: z.array(pollVote),
  })
  .meta({ id: 'PollRead' });

const newPoll = z.object({
  eventTypeUuid: uuid.meta({
    description:
      'The page on which the time will be booked: its hosts, buffers, resources, reminders and workflows apply. Not a group page',
  }),
  title: line(200).optional().meta({ description: 'Default: that of the page' }),
  description: z.string().trim().max(2000).default(''),
  duration: z.int().min(1).max(1440).optional().meta({ description: 'Default: that of the page' }),
  location: pollLocation
    .optional()
    .meta({ description: 'Default: the first of the page that needs nothing of the invitee' }),
  hosts: z
    .array(email)
    .min(1)
    .max(20)
    .refine((list) => new Set(list.map((item) => item.toLowerCase())).size === list.length, {
      message: 'Must not name a host twice.',
    })
    .optional()
    .meta({
      description:
        'Colleagues who attend, all of them. Default: the hosts of the page; on a round robin you, if you are one of them',
    }),
  times: z
    .array(instant)
    .min(2)
    .max(20)
    .refine((list) => list.every((time) => Date.parse(time) % 60_000 === 0), {
      message: 'Must be whole minutes.',
    })
    .refine((list) => new Set(list.map((time) => Date.parse(time))).size === list.length, {
      message: 'Must not name a time twice.',
    })
    .meta({ description: 'Starts, whatever the hours of the page, at most a year ahead' }),
  deadline: instant.nullish().meta({ description: 'Voting deadline' }),
  hideVotes: z.boolean().default(false),
});

const common = { origin: 'ours', tag: 'Polls' } as const;
const readPolls = requireScopes('admin:full', 'events:read');
const writePolls = requireScopes('admin:full', 'events:write');
const params = { uuid: uuidParam('Poll') };
const hostsOnly = 'Only the poll’s creator, its hosts, owners and admins can do this.';
const notFound = 'Poll not found.';

export const listPolls = declareRoute({
  ...common,
  method: 'GET',
  path: '/polls',
  summary: 'List your polls',
  description:
    'Polls that you created or host, newest first. With `scope=all`, owners and admins see those of the whole organization.',
  access: readPolls,
  query: { status: pollStatus.optional(), scope: z.enum(['all']).optional() },
  returns: paginated(poll),
  fails: { 403: 'Only owners and admins can do this.' },
});

export const createPoll = declareRoute({
  ...common,
  method: 'POST',
  path: '/polls',
  summary: 'Propose times for a meeting',
  description:
    'Send its `url` to the participants; they need no account. No time is held: `isFree` of each time tells whether it is still available.',
  access: writePolls,
  body: newPoll,
  returns: created('resource', pollRead),
  fails: { 403: 'Only the event type’s hosts, its owner, its team, owners and admins can do this.' },
  examples: {
    body: {
      eventTypeUuid: '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d',
      title: 'Spring catalog',
      times: ['2027-03-02T09:00:00Z', '2027-03-02T13:00:00Z', '2027-03-04T09:00:00Z'],
    },
  },
});

export const readPoll = declareRoute({
  ...common,
  method: 'GET',
  path: '/polls/{uuid}',
  summary: 'Read a poll with its votes',
  access: readPolls,
  params,
  returns: ok('resource', pollRead),
  fails: { 403: hostsOnly, 404: notFound },
});

export const finalisePoll = declareRoute({
  ...common,
  method: 'PUT',
  path: '/polls/{uuid}/finalise',
  summary: 'Pick a time of a poll and book it',
  description:
    'Invited participants become invitees of one event and get an invitation by email; the others are told which time was chosen. If a host is no longer available, nothing is booked and the poll stays open.',
  access: writePolls,
  params,
  body: z.object({
    startTime: instant,
    invite: z.enum(['all', 'available']).default('all').meta({
      description: '`available`: only participants who answered yes or if needed for this time',
    }),
  }),
  returns: ok('resource', pollRead),
  fails: {
    403: hostsOnly,
    404: notFound,
    409: 'This time is no longer available, nobody voted, or the poll is closed.',
  },
  examples: { body: { startTime: '2027-03-02T09:00:00Z' } },
});

export const cancelPoll = declareRoute({
  ...common,
  method: 'PUT',
  path: '/polls/{uuid}/cancel',
  summary: 'Cancel a poll',
  description: 'Nothing is booked, and everyone who voted gets an email.',
  access: writePolls,
  params,
  returns: ok('resource', pollRead),
  fails: { 403: hostsOnly, 404: notFound, 409: 'The poll is closed.' },
});

export const deletePoll = declareRoute({
  ...common,
  method: 'DELETE',
  path: '/polls/{uuid}',
  summary: 'Delete a poll with its votes',
  description: 'Nobody is notified. An event already booked stays.',
  access: writePolls,
  params,
  returns: message('Poll deleted.'),
  fails: { 403: hostsOnly, 404: notFound },
});
