import type { Runtime } from '../platform/context.ts';
import type { FieldErrors } from '../platform/problems.ts';
import { voicePlatform } from './http-provider.ts';
import type { CallProvider } from './provider.ts';
import { simulator } from './simulator.ts';

/** Undefined for one that is not set up on this server. */
export type Providers = (name: string) => CallProvider | undefined;

export function providersOf({ config: { voice }, outbound, clock }: Runtime): Providers {
  const all = [simulator, ...(voice ? [voicePlatform({ voice, outbound, clock })] : [])];
  return (name) => all.find((provider) => provider.name === name);
}

/** What is wrong with the provider of an agent. */
export function providerErrors(runtime: Runtime, name: string | undefined): FieldErrors {
  if (name === undefined || providersOf(runtime)(name)) return {};
  return {
    provider: ['This server has no voice platform; whoever runs it sets VOICE_URL and VOICE_SECRET.'],
  };
}
