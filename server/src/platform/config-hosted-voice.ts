import { z } from 'zod';
import { StartError } from './start-error.ts';

const key = (description: string) => z.string().min(8, 'is too short').optional().describe(description);
const id = (description: string) =>
  z
    .string()
    .regex(/^[\w-]{1,100}$/, 'must be an id: letters, digits, - and _')
    .optional()
    .describe(description);
const number = (description: string) =>
  z
    .string()
    .regex(/^\+[1-9]\d{5,14}$/, 'must be a phone number in E.164, such as +493012345678')
    .optional()
    .describe(description);
const origin = (name: string, value: string) =>
  z
    .url({ protocol: /^https?$/, error: 'must be a web address' })
    .transform((text) => text.replace(/\/+$/, ''))
    .default(value)
    .describe(`Where ${name} is; another address is of use for its other regions and in tests`);

/** Accounts at hosted voice platforms, through which agents call. */
export const hostedVoiceVariables = {
  VAPI_API_KEY: key('Private key at Vapi, for agents with the provider vapi'),
  VAPI_ASSISTANT_ID: id('Assistant of Vapi that talks'),
  VAPI_PHONE_NUMBER_ID: id('Number at Vapi from which it calls, by its id'),
  VAPI_CREDENTIAL_ID: id('Custom credential at Vapi, of type HMAC, with which it signs reports'),
  VAPI_WEBHOOK_SECRET: key('Secret key of that credential'),
  VAPI_API_URL: origin('Vapi', 'https://api.vapi.ai'),
  RETELL_API_KEY: key('Key at Retell, for agents with the provider retell: the one that signs webhooks'),
  RETELL_AGENT_ID: id('Agent of Retell that talks'),
  RETELL_FROM_NUMBER: number('Number at Retell from which agents without a number of their own call'),
  RETELL_API_URL: origin('Retell', 'https://api.retellai.com'),
  ELEVENLABS_API_KEY: key('Key at ElevenLabs, for agents with the provider elevenlabs'),
  ELEVENLABS_AGENT_ID: id('Agent of ElevenLabs that talks'),
  ELEVENLABS_PHONE_NUMBER_ID: id('Number at ElevenLabs from which it calls, by its id'),
  ELEVENLABS_WEBHOOK_SECRET: key('Secret with which ElevenLabs signs its post-call webhooks'),
  ELEVENLABS_API_URL: origin('ElevenLabs', 'https://api.elevenlabs.io'),
  TWILIO_ACCOUNT_SID: id('Account at Twilio, for agents with the provider twilio'),
  TWILIO_AUTH_TOKEN: key('Its auth token, which also signs what Twilio reports'),
  TWILIO_FROM_NUMBER: number('Number at Twilio from which agents without a number of their own call'),
  TWILIO_TWIML_URL: z
    .url({ protocol: /^https?$/, error: 'must be a web address' })
    .optional()
    .describe('What Twilio does once somebody answers; default: it says the first message of the agent'),
  TWILIO_API_URL: origin('Twilio', 'https://api.twilio.com'),
};

export interface VapiAccount {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly assistantId: string;
  readonly phoneNumberId: string;
  readonly credentialId: string;
  readonly webhookSecret: string;
}

export interface RetellAccount {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly agentId: string;
  readonly fromNumber: string;
}

export interface ElevenLabsAccount {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly agentId: string;
  readonly phoneNumberId: string;
  readonly webhookSecret: string;
}

export interface TwilioAccount {
  readonly apiUrl: string;
  readonly accountSid: string;
  readonly authToken: string;
  readonly fromNumber: string;
  readonly twimlUrl: string | undefined;
}

export interface HostedVoice {
  readonly vapi?: VapiAccount;
  readonly retell?: RetellAccount;
  readonly elevenlabs?: ElevenLabsAccount;
  readonly twilio?: TwilioAccount;
}

type Variables = z.output<z.ZodObject<typeof hostedVoiceVariables>>;

export function hostedVoiceOf(data: Variables): HostedVoice {
  const vapi = together({
    apiKey: ['VAPI_API_KEY', data.VAPI_API_KEY],
    assistantId: ['VAPI_ASSISTANT_ID', data.VAPI_ASSISTANT_ID],
    phoneNumberId: ['VAPI_PHONE_NUMBER_ID', data.VAPI_PHONE_NUMBER_ID],
    credentialId: ['VAPI_CREDENTIAL_ID', data.VAPI_CREDENTIAL_ID],
    webhookSecret: ['VAPI_WEBHOOK_SECRET', data.VAPI_WEBHOOK_SECRET],
  });
  const retell = together({
    apiKey: ['RETELL_API_KEY', data.RETELL_API_KEY],
    agentId: ['RETELL_AGENT_ID', data.RETELL_AGENT_ID],
    fromNumber: ['RETELL_FROM_NUMBER', data.RETELL_FROM_NUMBER],
  });
  const elevenlabs = together({
    apiKey: ['ELEVENLABS_API_KEY', data.ELEVENLABS_API_KEY],
    agentId: ['ELEVENLABS_AGENT_ID', data.ELEVENLABS_AGENT_ID],
    phoneNumberId: ['ELEVENLABS_PHONE_NUMBER_ID', data.ELEVENLABS_PHONE_NUMBER_ID],
    webhookSecret: ['ELEVENLABS_WEBHOOK_SECRET', data.ELEVENLABS_WEBHOOK_SECRET],
  });
  const twilio = together({
    accountSid: ['TWILIO_ACCOUNT_SID', data.TWILIO_ACCOUNT_SID],
    authToken: ['TWILIO_AUTH_TOKEN', data.TWILIO_AUTH_TOKEN],
    fromNumber: ['TWILIO_FROM_NUMBER', data.TWILIO_FROM_NUMBER],
  });
  return {
    ...(vapi && { vapi: { ...vapi, apiUrl: data.VAPI_API_URL } }),
    ...(retell && { retell: { ...retell, apiUrl: data.RETELL_API_URL } }),
    ...(elevenlabs && { elevenlabs: { ...elevenlabs, apiUrl: data.ELEVENLABS_API_URL } }),
    ...(twilio && {
      twilio: { ...twilio, apiUrl: data.TWILIO_API_URL, twimlUrl: data.TWILIO_TWIML_URL },
    }),
  };
}

type Given = Readonly<Record<string, readonly [name: string, value: string | undefined]>>;

/** All of an account, or nothing of it: half of one would only be noticed by the first call. */
function together<G extends Given>(given: G): Record<keyof G, string> | undefined {
  const entries = Object.entries(given);
  const missing = entries.filter(([, [, value]]) => value === undefined);
  if (missing.length === entries.length) return undefined;
  if (missing.length > 0) {
    const names = entries.map(([, [name]]) => name).join(', ');
    throw new StartError(`${names} go together; set all or none.`);
  }
  return Object.fromEntries(entries.map(([field, [, value]]) => [field, value])) as Record<keyof G, string>;
}
