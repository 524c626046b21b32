import { z } from 'zod';
import { createdOr, ok } from './envelopes.ts';
import { email, instant, language, line, timestamp, timeZone, uuid } from './fields.ts';
import { pollAnswer, pollStatus } from './polls.ts';
import { addressConfirmation, publicPerson } from './public.ts';
import { declareRoute } from './route.ts';
import { publicAccess } from './scopes.ts';

/** What those who vote in a poll call without a token: docs/decisions/0108. */

const answers = z.array(z.object({ startTime: timestamp, answer: pollAnswer }));

export const publicPoll = z
  .object({
    title: z.string(),
    description: z.string(),
    organization: z.string(),
    logoUrl: z.url().nullable(),
    color: z.string(),
    hosts: z.array(publicPerson),
    duration: z.int(),
    status: pollStatus,
    takesVotes: z
      .boolean()
      .meta({ description: 'It is open, its deadline has not passed, and a time can be booked' }),
    isBookable: z.boolean().meta({
      description: 'False while it is open and no time can be booked: its page is gone, or a host has left',
    }),
    deadline: timestamp.nullable(),
    startTime: timestamp.nullable().meta({ description: 'The time that was picked' }),
    times: z.array(
      z.object({
        startTime: timestamp,
        endTime: timestamp,
        yes: z.int().nullable().meta({ description: 'Null where votes are hidden' }),
        ifNeeded: z.int().nullable(),
        no: z.int().nullable(),
      }),
    ),
    votes: z
      .array(z.object({ name: z.string(), answers }))
      .nullable()
      .meta({ description: 'Votes of everyone, without email addresses; null if votes are hidden' }),
    ownVote: z
      .object({ name: z.string(), email, timeZone, answers })
      .nullable()
      .meta({ description: 'That of `voteToken`' }),
  })
  .meta({ id: 'PublicPoll' });

export const castVote = z
  .object({
    voteToken: z.string().meta({ description: 'With it the vote can be read and changed' }),
    url: z.url().meta({ description: 'The page on which it can be changed' }),
  })
  .meta({ id: 'CastVote' });

const common = { origin: 'ours', tag: 'Public', access: publicAccess } as const;
const params = {
  token: z.string().max(300).meta({ noun: 'Poll', example: 'q8Zt4LmW2xRkZtq8LmW2xR7vB1nYc0Ds' }),
};
const voteToken = z.string().max(300).optional();

export const readPublicPoll = declareRoute({
  ...common,
  method: 'GET',
  path: '/public/polls/{token}',
  summary: 'Read a poll as participants see it',
  params,
  query: { voteToken },
  returns: ok('resource', publicPoll),
  fails: { 404: 'Poll not found.' },
});

export const voteInPoll = declareRoute({
  ...common,
  method: 'POST',
  path: '/public/polls/{token}/votes',
  summary: 'Vote in a poll, or change one’s vote',
  description:
    'Each email address has one vote. Change it with `voteToken`, or by confirming the address. Voting sends no email except the code to confirm the address, if required: then the answer is 202 with `confirmation`. Send the same request again with `confirmation` (its token) and `code`, within 10 minutes and five attempts. Omitted times count as no.',
  params,
  body: z.object({
    name: line(200),
    email,
    timeZone,
    language: language.optional().meta({ description: 'Language of emails to the invitee; default: en' }),
    answers: z.array(z.object({ startTime: instant, answer: pollAnswer })).max(20),
    voteToken,
    confirmation: uuid.optional().meta({ description: 'The token of a 202' }),
    code: z.string().min(1).max(20).optional().meta({ example: '482913' }),
    website: z
      .string()
      .max(0, 'Must be empty.')
      .optional()
      .meta({ description: 'Honeypot field, which must stay empty' }),
  }),
  returns: createdOr('resource', castVote, 'confirmation', addressConfirmation, 202),
  fails: { 404: 'Poll not found.', 409: 'The poll is closed, or has reached its maximum number of votes.' },
  examples: {
    body: {
      name: 'Ines Okafor',
      email: 'ines@okafor.example',
      timeZone: 'Europe/Berlin',
      answers: [{ startTime: '2027-03-02T09:00:00Z', answer: 'yes' }],
    },
  },
});
