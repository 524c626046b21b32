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
    .describe(`URL of the ${name} API; change it for another region or in tests`);

/** Accounts at hosted voice platforms, through which agents call. */
export const hostedVoiceVariables = {
  VAPI_API_KEY: key('Vapi private key, for agents with the provider vapi'),
  VAPI_ASSISTANT_ID: id('Id of the Vapi assistant'),
  VAPI_PHONE_NUMBER_ID: id('Id of the Vapi phone number that calls come from'),
  VAPI_CREDENTIAL_ID: id('Id of the Vapi custom credential (HMAC) that signs its webhooks'),
  VAPI_WEBHOOK_SECRET: key('Secret key of VAPI_CREDENTIAL_ID'),
  VAPI_API_URL: origin('Vapi', 'https://api.vapi.ai'),
  RETELL_API_KEY: key('Retell API key that signs webhooks, for agents with the provider retell'),
  RETELL_AGENT_ID: id('Id of the Retell agent'),
  RETELL_FROM_NUMBER: number('Retell phone number for agents without their own number'),
  RETELL_API_URL: origin('Retell', 'https://api.retellai.com'),
  ELEVENLABS_API_KEY: key('ElevenLabs API key, for agents with the provider elevenlabs'),
  ELEVENLABS_AGENT_ID: id('Id of the ElevenLabs agent'),
  ELEVENLABS_PHONE_NUMBER_ID: id('Id of the ElevenLabs phone number that calls come from'),
  ELEVENLABS_WEBHOOK_SECRET: key('Secret that signs ElevenLabs post-call webhooks'),
  ELEVENLABS_API_URL: origin('ElevenLabs', 'https://api.elevenlabs.io'),
  TWILIO_ACCOUNT_SID: id('Twilio account SID, for agents with the provider twilio'),
  TWILIO_AUTH_TOKEN: key('Twilio auth token, which also signs Twilio webhooks'),
  TWILIO_FROM_NUMBER: number('Twilio phone number for agents without their own number'),
  TWILIO_TWIML_URL: z
    .url({ protocol: /^https?$/, error: 'must be a web address' })
    .optional()
    .describe(
      'TwiML URL that Twilio uses when the call is answered; default: speak the agent’s first message',
    ),
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
    throw new StartError(`${names} belong together; set all or none.`);
  }
  return Object.fromEntries(entries.map(([field, [, value]]) => [field, value])) as Record<keyof G, string>;
}
