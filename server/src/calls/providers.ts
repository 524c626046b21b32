import type { callProvider } from '@daybook/contract/agents';
import type { z } from 'zod';
import type { Runtime } from '../platform/context.ts';
import type { FieldErrors } from '../platform/problems.ts';
import { readSettings, type Settings } from '../platform/settings.ts';
import { elevenLabsProvider } from './elevenlabs/public.ts';
import type { HostedPlatform, HostedProvider } from './hosted/public.ts';
import { createVoicePlatform, voiceSettings } from './http-provider.ts';
import { modelSettings } from './model/public.ts';
import type { CallProvider } from './provider.ts';
import { retellProvider } from './retell/public.ts';
import { validatePhoneNumber } from './rules.ts';
import { callSettings } from './settings.ts';
import { simulator } from './simulator.ts';
import { createSipProvider } from './sip-provider.ts';
import { sipSettings } from './sip/public.ts';
import { twilioProvider } from './twilio/public.ts';
import { vapiProvider } from './vapi/public.ts';

/** Undefined for a provider that is not configured on this server. */
export type Providers = (name: string) => CallProvider | undefined;

interface Entry {
  readonly settings: readonly Settings<unknown>[];
  /** Undefined where it is not configured. */
  readonly open: (runtime: Runtime) => CallProvider | undefined;
  /** Why an agent can't use it then. */
  readonly missing: string;
  /** Where it reports in its own words, to an address of its own. */
  readonly openHosted?: (runtime: Runtime) => HostedPlatform | undefined;
}

const providers: Readonly<Record<z.output<typeof callProvider>, Entry>> = {
  simulator: { settings: [callSettings], open: () => simulator, missing: 'The simulator is always there.' },
  http: {
    settings: [voiceSettings],
    open({ config, outbound, clock }) {
      const voice = readSettings(config, voiceSettings);
      return voice && createVoicePlatform({ voice, outbound, clock });
    },
    missing: 'This server has no voice platform; its operator can set VOICE_URL and VOICE_SECRET.',
  },
  sip: {
    settings: [sipSettings, modelSettings],
    open(runtime) {
      const line = readSettings(runtime.config, sipSettings);
      return line && createSipProvider(runtime, line);
    },
    missing: 'This server has no phone line; its operator can set SIP_URL.',
  },
  vapi: hosted(vapiProvider),
  retell: hosted(retellProvider),
  elevenlabs: hosted(elevenLabsProvider),
  twilio: hosted(twilioProvider),
};

/** It reports to an address of its own (`receive-hosted-webhook.ts`), and never to that of a call. */
function hosted({ name, settings, missing, open }: HostedProvider): Entry {
  const openHosted: Entry['openHosted'] = ({ config, outbound, clock }) =>
    open(config, { reportUrl: `${config.publicUrl}/connect/calls/${name}`, outbound, clock });
  return {
    settings: [settings],
    missing,
    openHosted,
    open(runtime) {
      const platform = openHosted(runtime);
      return platform && { ...platform, readReport: () => undefined };
    },
  };
}

export const voiceProviderSettings: readonly Settings<unknown>[] = Object.values(providers).flatMap(
  ({ settings }) => settings,
);

/** What every server has. */
export const findBuiltInProvider: Providers = (name) => (name === simulator.name ? simulator : undefined);

export function createProviders(runtime: Runtime): Providers {
  return (name) => findEntry(name)?.open(runtime);
}

export function findHosted(runtime: Runtime, name: string): HostedPlatform | undefined {
  return findEntry(name)?.openHosted?.(runtime);
}

export const isHosted = (name: string): boolean => findEntry(name)?.openHosted !== undefined;

function findEntry(name: string): Entry | undefined {
  return Object.hasOwn(providers, name) ? providers[name as keyof typeof providers] : undefined;
}

export function validateAgent(
  { provider, phoneNumber }: { provider?: string | undefined; phoneNumber?: string | null | undefined },
  configured: Providers,
): FieldErrors {
  const isConfigured = provider === undefined || configured(provider);
  return {
    ...validatePhoneNumber({ phoneNumber }),
    ...(!isConfigured && { provider: [findEntry(provider)?.missing ?? ''] }),
  };
}
