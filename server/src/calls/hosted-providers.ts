import type { Runtime } from '../platform/context.ts';
import { elevenLabs } from './elevenlabs/public.ts';
import type { HostedPlatform } from './hosted/public.ts';
import type { CallProvider } from './provider.ts';
import { retell } from './retell/public.ts';
import { twilio } from './twilio/public.ts';
import { vapi } from './vapi/public.ts';

/** The voice platforms at which this server has an account. */
export function hostedPlatforms({ config, outbound, clock }: Runtime): HostedPlatform[] {
  const accounts = config.hostedVoice;
  const common = (name: string) => ({
    reportUrl: `${config.publicUrl}/connect/calls/${name}`,
    outbound,
    clock,
  });
  return [
    ...(accounts.vapi ? [vapi({ account: accounts.vapi, ...common('vapi') })] : []),
    ...(accounts.retell ? [retell({ account: accounts.retell, ...common('retell') })] : []),
    ...(accounts.elevenlabs ? [elevenLabs({ account: accounts.elevenlabs, ...common('elevenlabs') })] : []),
    ...(accounts.twilio ? [twilio({ account: accounts.twilio, ...common('twilio') })] : []),
  ];
}

/** They report in their own words to an address of their own (`take-hosted-report.ts`), and never to that of a call. */
export function hostedProviders(runtime: Runtime): CallProvider[] {
  return hostedPlatforms(runtime).map((platform) => ({ ...platform, readReport: () => undefined }));
}
