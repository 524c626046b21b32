import type { Runtime } from '../platform/context.ts';
import type { FieldErrors } from '../platform/problems.ts';
import { hostedProviders } from './hosted-providers.ts';
import { voicePlatform } from './http-provider.ts';
import type { CallProvider } from './provider.ts';
import { validatePhoneNumber } from './rules.ts';
import { simulator } from './simulator.ts';
import { sipProvider } from './sip-provider.ts';

/** Undefined for a provider that is not configured on this server. */
export type Providers = (name: string) => CallProvider | undefined;

/** What every server has. */
export const builtInProviders: Providers = (name) => (name === simulator.name ? simulator : undefined);

export function providersOf(runtime: Runtime): Providers {
  const {
    config: { voice, sip },
    outbound,
    clock,
  } = runtime;
  const all = [
    simulator,
    ...(voice ? [voicePlatform({ voice, outbound, clock })] : []),
    ...(sip ? [sipProvider(runtime, sip)] : []),
    ...hostedProviders(runtime),
  ];
  return (name) => all.find((provider) => provider.name === name);
}

export function validateAgent(
  { provider, phoneNumber }: { provider?: string | undefined; phoneNumber?: string | null | undefined },
  providers: Providers,
): FieldErrors {
  const isConfigured = provider === undefined || providers(provider);
  return {
    ...validatePhoneNumber({ phoneNumber }),
    ...(!isConfigured && { provider: [missing[provider] ?? noVoicePlatform] }),
  };
}

const noVoicePlatform = 'This server has no voice platform; its operator can set VOICE_URL and VOICE_SECRET.';
const noAccount = (name: string, variable: string) =>
  `This server has no account at ${name}; its operator can set ${variable} and the related variables.`;
const missing: Readonly<Record<string, string>> = {
  sip: 'This server has no phone line; its operator can set SIP_URL.',
  vapi: noAccount('Vapi', 'VAPI_API_KEY'),
  retell: noAccount('Retell', 'RETELL_API_KEY'),
  elevenlabs: noAccount('ElevenLabs', 'ELEVENLABS_API_KEY'),
  twilio: noAccount('Twilio', 'TWILIO_ACCOUNT_SID'),
};
