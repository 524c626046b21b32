import type { Runtime } from '../platform/context.ts';
import type { FieldErrors } from '../platform/problems.ts';
import { voicePlatform } from './http-provider.ts';
import type { CallProvider } from './provider.ts';
import { validatePhoneNumber } from './rules.ts';
import { simulator } from './simulator.ts';

/** Undefined for a provider that is not configured on this server. */
export type Providers = (name: string) => CallProvider | undefined;

/** What every server has. */
export const builtInProviders: Providers = (name) => (name === simulator.name ? simulator : undefined);

export function providersOf({ config: { voice }, outbound, clock }: Runtime): Providers {
  const all = [simulator, ...(voice ? [voicePlatform({ voice, outbound, clock })] : [])];
  return (name) => all.find((provider) => provider.name === name);
}

export function validateAgent(
  { provider, phoneNumber }: { provider?: string | undefined; phoneNumber?: string | null | undefined },
  providers: Providers,
): FieldErrors {
  const isConfigured = provider === undefined || providers(provider);
  return { ...validatePhoneNumber({ phoneNumber }), ...(!isConfigured && { provider: [noVoicePlatform] }) };
}

const noVoicePlatform = 'This server has no voice platform; its operator can set VOICE_URL and VOICE_SECRET.';
