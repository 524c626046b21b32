import { z } from 'zod';
import { callLanguages, callVoices } from './call-voices.data.ts';
import { created, message, ok, paginated } from './envelopes.ts';
import { line, timestamp, uuid, uuidParam } from './fields.ts';
import { callProviders } from './providers.data.ts';
import { declareRoute } from './route.ts';
import { timesets, weekdays } from './schedules.ts';
import { requireScopes } from './scopes.ts';

/** AI agents, which place calls, and the numbers that they never call: resolutions 9 and 11. */

export const phoneNumber = z
  .string()
  .regex(/^\+[1-9]\d{5,14}$/, 'Must be a phone number in E.164, such as +493012345678.')
  .meta({ pattern: undefined, example: '+493012345678' });

export const callProvider = z.enum(callProviders).meta({
  description:
    '`simulator` calls nobody: it answers by the last two digits of the number. `http` places calls through the voice platform of this server. `sip` calls over the phone line of this server, holds the conversation itself and books the event type `eventTypeUuid`. The others call through the account that this server has there.',
});

const callingHours = z
  .array(z.object({ day: z.enum(weekdays), timesets }))
  .max(7)
  .refine((list) => new Set(list.map(({ day }) => day)).size === list.length, {
    message: 'Must not name a day twice.',
  })
  .refine((list) => list.some((item) => item.timesets.length > 0), {
    message: 'Must leave some time to call; null allows any time.',
  })
  .nullable()
  .meta({
    description: 'Calling hours in the recipient’s time zone; null: any time',
    example: [{ day: 'Mon', timesets: [['09:00', '17:00']] }],
  });

const callLanguage = z.enum(callLanguages).meta({
  description:
    'Of the provider `sip`: the language that it speaks and understands. Assistants of voice platforms are configured there.',
});

const callVoice = z.enum(Object.values(callVoices).flat()).meta({
  description: `Of the provider \`sip\`: the voice in which it speaks, one of its language: ${Object.entries(
    callVoices,
  )
    .map(([language, voices]) => `\`${language}\` has ${voices.map((voice) => `\`${voice}\``).join(', ')}`)
    .join('; ')}`,
});

const delay = z.int().min(1).max(10_080);

const retryDelays = z
  .object({
    busy: delay,
    notAnswered: delay,
    voicemail: delay.nullable().meta({ description: 'Null: leave a message and complete the call' }),
    failed: delay.meta({ description: 'The line failed and no call was placed; at most twice in a row' }),
  })
  .nullable()
  .meta({
    description:
      'Minutes until the next attempt, by outcome of the last one; null: always `retryDelayMinutes`',
    example: { busy: 15, notAnswered: 120, voicemail: null, failed: 1 },
  });

/** Of an agent for which neither `retryDelayMinutes` nor `retryDelays` was given. */
export const usualRetryDelays: NonNullable<z.output<typeof retryDelays>> = {
  busy: 15,
  notAnswered: 120,
  voicemail: null,
  failed: 1,
};

const recordCalls = z.boolean().meta({
  description: 'Of the provider `sip`: calls are recorded, and the agent announces it first',
});

const voicemailHint =
  'Of the provider `sip`: voicemail message, after the agent says who it’s calling for; null: the reason for the call';

export const agent = z
  .object({
    uuid,
    name: z.string(),
    firstMessage: z.string().nullable(),
    prompt: z.string().nullable(),
    voicemailMessage: z.string().nullable().meta({ description: voicemailHint }),
    phoneNumber: phoneNumber.nullable().meta({ description: 'The number it calls from' }),
    isPublished: z.boolean(),
    isEnabled: z.boolean(),
    maxAttempts: z.int(),
    retryDelayMinutes: z.int(),
    callingHours,
    provider: callProvider,
    eventTypeUuid: uuid
      .nullable()
      .meta({ description: 'Of the provider `sip`: the event type that it books' }),
    language: callLanguage,
    voice: callVoice,
    retryDelays,
    recordCalls,
    recordingDays: z.int().meta({ description: 'Number of days after which recordings are deleted' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Agent' });

const text = (max: number) => z.string().trim().max(max);

const agentFields = {
  name: line(200),
  firstMessage: text(2000).nullable(),
  prompt: text(20_000).nullable(),
  voicemailMessage: text(2000).nullable().meta({ description: voicemailHint }),
  phoneNumber: phoneNumber.nullable(),
  isPublished: z.boolean(),
  isEnabled: z.boolean(),
  maxAttempts: z.int().min(1).max(10),
  retryDelayMinutes: z.int().min(1).max(1440),
  callingHours,
  provider: callProvider,
  eventTypeUuid: uuid.nullable(),
  language: callLanguage,
  voice: callVoice,
  retryDelays,
  recordCalls,
  recordingDays: z.int().min(1).max(365),
};

export const newAgent = z.object({
  name: agentFields.name,
  firstMessage: agentFields.firstMessage.default(null),
  prompt: agentFields.prompt.default(null),
  voicemailMessage: agentFields.voicemailMessage.default(null),
  phoneNumber: agentFields.phoneNumber.default(null),
  isPublished: z.boolean().default(false),
  isEnabled: z.boolean().default(false),
  maxAttempts: agentFields.maxAttempts.default(3),
  retryDelayMinutes: agentFields.retryDelayMinutes.optional().meta({
    default: 10,
    description: 'Where it is given, it counts after every outcome; else `retryDelays` does',
  }),
  callingHours: callingHours.default(null),
  provider: callProvider.default('simulator'),
  eventTypeUuid: uuid.nullable().default(null),
  language: callLanguage.default('en'),
  voice: callVoice.optional().meta({
    default: 'slt',
    description: 'Without one, the first of the language',
  }),
  retryDelays: retryDelays.optional().meta({ default: usualRetryDelays }),
  recordCalls: recordCalls.default(false),
  recordingDays: agentFields.recordingDays.default(30),
});

export const agentChanges = z
  .object({
    ...agentFields,
    voice: callVoice.meta({
      description: 'Without one, a change of `language` also changes a voice that does not speak it',
    }),
  })
  .partial();

const read = requireScopes('admin:full', 'outbound-calls:read');
const write = requireScopes('admin:full', 'outbound-calls:write');
const agentId = { uuid: uuidParam('Agent') };
const missing = { 404: 'Agent not found.' };
const adminsOnly = { 403: 'Only owners and admins can do this.' };

export const listAgents = declareRoute({
  method: 'GET',
  path: '/agents',
  origin: 'ours',
  tag: 'Agents',
  summary: 'List the agents of the workspace',
  access: read,
  returns: paginated(agent),
});

export const createAgent = declareRoute({
  method: 'POST',
  path: '/agents',
  origin: 'ours',
  tag: 'Agents',
  summary: 'Create an agent',
  description:
    'The agent calls once it is published and enabled. The default `provider` is the simulator, which places no calls.',
  access: write,
  may: 'admin',
  body: newAgent,
  returns: created('resource', agent),
  fails: adminsOnly,
  examples: {
    body: { name: 'Front desk', firstMessage: 'Hello, this is Juniper Studio.', isPublished: true },
  },
});

export const readAgent = declareRoute({
  method: 'GET',
  path: '/agents/{uuid}',
  origin: 'ours',
  tag: 'Agents',
  summary: 'Read one agent',
  access: read,
  params: agentId,
  returns: ok('resource', agent),
  fails: missing,
});

export const updateAgent = declareRoute({
  method: 'PATCH',
  path: '/agents/{uuid}',
  origin: 'ours',
  tag: 'Agents',
  summary: 'Change an agent',
  access: write,
  may: 'admin',
  params: agentId,
  body: agentChanges,
  returns: ok('resource', agent),
  fails: { ...missing, ...adminsOnly },
  examples: { body: { isEnabled: true } },
});

export const deleteAgent = declareRoute({
  method: 'DELETE',
  path: '/agents/{uuid}',
  origin: 'ours',
  tag: 'Agents',
  summary: 'Delete an agent',
  description: 'Its pending calls are canceled; a call in progress continues.',
  access: write,
  may: 'admin',
  params: agentId,
  returns: message('Agent deleted.'),
  fails: { ...missing, ...adminsOnly },
});

export const doNotCallEntry = z
  .object({
    uuid,
    phoneNumber: phoneNumber
      .nullable()
      .meta({ description: 'Null: number of an erased person, stored as a hash' }),
    reason: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'DoNotCallEntry' });

export const listDoNotCall = declareRoute({
  method: 'GET',
  path: '/do-not-call',
  origin: 'ours',
  tag: 'Do not call',
  summary: 'List the do-not-call numbers',
  access: read,
  query: { phoneNumber: phoneNumber.optional() },
  returns: paginated(doNotCallEntry),
});

export const addDoNotCall = declareRoute({
  method: 'POST',
  path: '/do-not-call',
  origin: 'ours',
  tag: 'Do not call',
  summary: 'Add a number to the do-not-call list',
  description: 'Checked when a call is queued, and before each attempt.',
  access: write,
  body: z.object({ phoneNumber, reason: line(500).nullish() }),
  returns: created('resource', doNotCallEntry),
  fails: { 409: 'This number is already on the list.' },
  examples: { body: { phoneNumber: '+493012345678', reason: 'Requested by email.' } },
});

export const removeDoNotCall = declareRoute({
  method: 'DELETE',
  path: '/do-not-call/{uuid}',
  origin: 'ours',
  tag: 'Do not call',
  summary: 'Remove a number from the do-not-call list',
  access: write,
  may: 'admin',
  params: { uuid: uuidParam('Entry') },
  returns: message('Number removed from the list.'),
  fails: { ...adminsOnly, 404: 'Entry not found.' },
});
