import { z } from 'zod';
import { phoneNumber } from './agents.ts';
import { created, message, ok, paginated, sound } from './envelopes.ts';
import { email, eventId, instant, line, timestamp, timeZone, uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';
import { publicAccess, requireScopes } from './scopes.ts';

/** Outbound calls by an AI agent: interface 2.12 and 4.9, resolutions 9 and 11. */

export const callOutcome = z.enum(['answered', 'voicemail', 'not_answered', 'busy', 'unknown']);

export const callStatus = z.enum(['pending', 'in_progress', 'completed', 'failed', 'cancelled']);

/** In UTC, without an offset: `2027-03-02 14:30:00`. Returned as it was sent. */
const scheduledTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, {
    error: 'Must be a time in UTC as YYYY-MM-DD HH:mm:ss.',
    abort: true,
  })
  .refine(isTime, { message: 'Must be a time that exists.' })
  .meta({ pattern: undefined, example: '2027-03-02 14:30:00' });

function isTime(value: string): boolean {
  const iso = `${value.replace(' ', 'T')}Z`;
  const parsed = new Date(iso);
  if (Number.isNaN(parsed.getTime())) return false;
  return value < '2400' && parsed.toISOString().startsWith(iso.slice(0, -1));
}

export const telephonyState = z
  .enum([
    'queued',
    'dialing',
    'ringing',
    'answered',
    'ended',
    'voicemail',
    'busy',
    'no_answer',
    'declined',
    'failed',
    'unknown',
  ])
  .meta({
    description:
      'State of the phone line: `queued` between attempts; `dialing`, `ringing` and `answered` during an attempt; the others are final. `ended` calls were answered, `failed` calls never rang',
  });

const callResultKind = z.enum([
  'booked',
  'callback',
  'opted_out',
  'message_left',
  'not_understood',
  'nothing_booked',
  'hung_up',
]);

/** What came of a conversation, whatever telephony says. */
const callResult = z
  .object({
    kind: callResultKind,
    eventUuid: eventId.nullable(),
    callbackAt: timestamp.nullable().meta({ description: 'When the person wants to be called again' }),
    linkSent: z.boolean().meta({ description: 'The person got the booking link by email' }),
  })
  .meta({ id: 'CallResult' });

const callTurn = z
  .object({
    atMs: z.int().min(0).meta({ description: 'Since the call was answered' }),
    speaker: z.enum(['agent', 'person']),
    text: z.string().max(10_000),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({ description: 'Of what was understood', example: 0.92 }),
  })
  .meta({ id: 'CallTurn' });

const currency = z.string().regex(/^[A-Z]{3}$/, 'Must be a currency such as EUR.');

const callCosts = z
  .object({
    seconds: z.int(),
    amount: z.number().nullable().meta({ description: 'What the provider charged; null: it does not say' }),
    currency: z.string().nullable(),
  })
  .meta({ id: 'CallCosts' });

export const callLog = z
  .object({
    id: uuid,
    outcome: callOutcome,
    startedAt: timestamp,
    endedAt: timestamp,
    durationSeconds: z.int(),
    transcript: z.string().nullable(),
    summary: z.string().nullable().meta({ description: 'Says so if the simulator wrote it' }),
    recordingUrl: z.url().nullable(),
    eventUuid: eventId.nullable().meta({ description: 'What was booked during the call' }),
    telephonyState,
    result: callResult.nullable().meta({ description: 'Null: nobody spoke, or the provider does not say' }),
    turns: z.array(callTurn).nullable().meta({ description: 'The transcript, turn by turn' }),
    costs: callCosts,
  })
  .meta({ id: 'CallLog' });

export const outboundCall = z
  .object({
    id: uuid,
    agentId: uuid,
    phoneNumber,
    email,
    fullName: z.string(),
    timeZone: timeZone.nullable().meta({ description: 'As it was given; null: the number decides' }),
    additionalData: z.string().nullable(),
    firstMessage: z.string().nullable(),
    scheduledTime: scheduledTime.nullable(),
    triggeredAt: timestamp.nullable().meta({ description: 'When its first attempt began' }),
    status: callStatus,
    callLogId: uuid.nullable(),
    callLog: callLog.nullable(),
    error: z.string().nullable().meta({
      description:
        'Why it failed, or why it waits: the phone line is paused because the SIP trunk rejects this server',
    }),
    retryLogs: z.array(
      z.object({
        attempt: z.int(),
        startedAt: timestamp,
        endedAt: timestamp.nullable(),
        outcome: callOutcome
          .nullable()
          .meta({ description: 'Null while in progress, or when it was not placed' }),
        error: z.string().nullable(),
        telephonyState,
      }),
    ),
    telephonyState,
    nextAttemptAt: timestamp.nullable().meta({ description: 'When it is tried next; null: not again' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'OutboundCall' });

/** The payload of `ai_agent.call_completed`. */
export const callCompletedPayload = z
  .object({ event: z.literal('ai_agent.call_completed'), ...outboundCall.shape })
  .meta({ id: 'CallCompletedPayload' });

export const newOutboundCall = z.object({
  phoneNumber,
  email,
  fullName: line(200),
  timeZone: timeZone.nullish().meta({
    description: 'The recipient’s time zone; default: the time zones of the number’s area or country',
  }),
  additionalData: z.string().trim().max(10_000).nullish(),
  scheduledTime: scheduledTime.nullish(),
});

const read = requireScopes('admin:full', 'outbound-calls:read');
const write = requireScopes('admin:full', 'outbound-calls:write');
const agentId = { agentUuid: uuidParam('Agent') };
const callId = { ...agentId, id: uuidParam('Call') };
const missing = { 404: 'Agent not found.' };

export const createOutboundCall = declareRoute({
  method: 'POST',
  path: '/agents/{agentUuid}/outbound-calls',
  origin: 'interface',
  tag: 'Outbound calls',
  summary: 'Queue a call',
  description:
    'The call is placed immediately, or at `scheduledTime` (UTC), within the agent’s calling hours in the recipient’s time zone: `timeZone`, or that of the number’s area, or all time zones of its country. The provider `simulator` places no calls.',
  access: write,
  params: agentId,
  body: newOutboundCall,
  returns: created('element', outboundCall),
  fails: { ...missing, 400: 'The agent isn’t active.' },
  examples: {
    body: {
      phoneNumber: '+493012345678',
      email: 'ines@harbour.example',
      fullName: 'Ines Okafor',
      additionalData: 'Asked for a quote last week.',
    },
  },
});

export const listOutboundCalls = declareRoute({
  method: 'GET',
  path: '/agents/{agentUuid}/outbound-calls',
  origin: 'ours',
  tag: 'Outbound calls',
  summary: 'List the calls of an agent, newest first',
  access: read,
  params: agentId,
  query: { status: callStatus.optional() },
  returns: paginated(outboundCall),
  fails: missing,
});

export const listAllOutboundCalls = declareRoute({
  method: 'GET',
  path: '/outbound-calls',
  origin: 'ours',
  tag: 'Outbound calls',
  summary: 'List the calls of all agents, newest first',
  access: read,
  query: {
    agent: uuid.optional().meta({ description: 'The uuid of an agent, also of a deleted one' }),
    status: callStatus.optional(),
    since: instant.optional().meta({ description: 'Queued at this time or later' }),
    until: instant.optional(),
    search: line(200).optional().meta({
      description: 'Text in the name, email address or number, in any case',
    }),
  },
  returns: paginated(outboundCall),
});

export const readOutboundCall = declareRoute({
  method: 'GET',
  path: '/agents/{agentUuid}/outbound-calls/{id}',
  origin: 'ours',
  tag: 'Outbound calls',
  summary: 'Read one call',
  access: read,
  params: callId,
  returns: ok('element', outboundCall),
  fails: { 404: 'Call not found.' },
});

export const readCallRecording = declareRoute({
  method: 'GET',
  path: '/agents/{agentUuid}/outbound-calls/{id}/recording',
  origin: 'ours',
  tag: 'Outbound calls',
  summary: 'Download the recording of a call',
  description:
    'Of the last attempt that was recorded, both sides in one track: WAV, 8 kHz, 16 bits. Only agents with `recordCalls` record, and a recording is deleted after `recordingDays`. Has the times of the transcript; parts of it are sent by `Range`, with 206.',
  access: read,
  may: 'admin',
  params: callId,
  returns: sound('audio/wav'),
  fails: { 403: 'Only owners and admins can do this.', 404: 'Recording not found.' },
});

export const cancelOutboundCall = declareRoute({
  method: 'DELETE',
  path: '/agents/{agentUuid}/outbound-calls/{id}',
  origin: 'ours',
  tag: 'Outbound calls',
  summary: 'Cancel a call',
  description: 'Before its first attempt, or while it waits for the next one.',
  access: write,
  params: callId,
  returns: message('Call canceled.'),
  fails: {
    404: 'Call not found.',
    409: 'Only pending calls and calls that wait for their next attempt can be canceled.',
  },
});

/** The state of an attempt, as a voice platform reports it or answers a look-up. */
export const callReport = z.object({
  attemptId: uuid,
  status: z.enum(['in_progress', 'ended']),
  outcome: callOutcome.nullish().meta({ description: 'Of an attempt that ended' }),
  durationSeconds: z.int().min(0).max(86_400).nullish(),
  transcript: z.string().max(200_000).nullish(),
  summary: z.string().max(10_000).nullish(),
  recordingUrl: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullish(),
  eventUuid: eventId.nullish(),
  error: z.string().max(1000).nullish(),
  telephonyState: telephonyState.exclude(['queued']).nullish().meta({
    description: 'More exactly than `outcome`; of an attempt in progress: `dialing`, `ringing` or `answered`',
  }),
  result: callResultKind.nullish(),
  callbackAt: instant.nullish().meta({ description: 'When the person asked to be called again' }),
  turns: z.array(callTurn).max(1000).nullish(),
  cost: z.object({ amount: z.number().min(0).max(10_000), currency }).nullish(),
});

export const reportCallStatus = declareRoute({
  method: 'POST',
  path: '/public/calls/{callId}/status',
  origin: 'ours',
  tag: 'Public',
  summary: 'Receive a call status webhook',
  description:
    'For the voice platform. The signature is the permission: headers `webhook-id`, `webhook-timestamp` and `webhook-signature` as in Standard Webhooks, with the secret of this server. May be repeated.',
  access: publicAccess,
  params: { callId: uuidParam('Call') },
  body: callReport,
  hasLargeBody: true,
  returns: message('Status noted.'),
  fails: {
    401: 'The signature is missing or not valid.',
    403: 'Requests from another site aren’t allowed.',
    404: 'Call not found.',
  },
});
