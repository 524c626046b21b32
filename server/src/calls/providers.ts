import type { Ctx, Runtime } from '../platform/context.ts';
import type { FieldErrors } from '../platform/problems.ts';
import { voicePlatform } from './http-provider.ts';
import type { CallProvider } from './provider.ts';
import { validatePhoneNumber } from './rules.ts';
import { simulator } from './simulator.ts';

/** Undefined for a provider that is not configured on this server. */
export type Providers = (name: string) => CallProvider | undefined;

export function providersOf({ config: { voice }, outbound, clock }: Runtime): Providers {
  const all = [simulator, ...(voice ? [voicePlatform({ voice, outbound, clock })] : [])];
  return (name) => all.find((provider) => provider.name === name);
}

/** Which providers are configured is known to the runtime, not to a use case, so `serve` calls this before it. */
export function validateAgent(
  _ctx: Ctx,
  { provider, phoneNumber }: { provider?: string | undefined; phoneNumber?: string | null | undefined },
  { runtime }: { readonly runtime: Runtime },
): FieldErrors {
  const isConfigured = provider === undefined || providersOf(runtime)(provider);
  return { ...validatePhoneNumber({ phoneNumber }), ...(!isConfigured && { provider: [noVoicePlatform] }) };
}

const noVoicePlatform = 'This server has no voice platform; its operator can set VOICE_URL and VOICE_SECRET.';
