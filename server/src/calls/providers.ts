import type { Runtime } from '../platform/context.ts';
import type { FieldErrors } from '../platform/problems.ts';
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
  ];
  return (name) => all.find((provider) => provider.name === name);
}

export function validateAgent(
  { provider, phoneNumber }: { provider?: string | undefined; phoneNumber?: string | null | undefined },
  providers: Providers,
): FieldErrors {
  const isConfigured = provider === undefined || providers(provider);
  const reason = provider === 'sip' ? noTrunk : noVoicePlatform;
  return { ...validatePhoneNumber({ phoneNumber }), ...(!isConfigured && { provider: [reason] }) };
}

const noTrunk = 'This server has no telephone line; its operator can set SIP_URL.';
const noVoicePlatform = 'This server has no voice platform; its operator can set VOICE_URL and VOICE_SECRET.';
