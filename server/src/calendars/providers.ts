import type { calendarProvider } from '@daybook/contract/calendars';
import type { z } from 'zod';
import type { Config } from '../platform/config.ts';
import type { Outbound } from '../platform/safe-fetch/safe-fetch.ts';
import { caldavProvider } from './caldav/public.ts';
import { googleProvider } from './google/public.ts';
import { icsProvider } from './ics/public.ts';
import { microsoftProvider } from './microsoft/public.ts';
import { isOAuthProvider } from './oauth/public.ts';
import type { CalendarProvider } from './provider/public.ts';

type Info = z.output<typeof calendarProvider>;

export type ProviderName = Info['provider'];

interface Entry {
  readonly name: string;
  readonly kind: Info['kind'];
  readonly make: (outbound: Outbound) => CalendarProvider;
  /** How often its calendars are read. */
  readonly everyMinutes: number;
}

const providers: Readonly<Record<ProviderName, Entry>> = {
  google: { name: 'Google Calendar', kind: 'oauth', make: googleProvider, everyMinutes: 1 },
  microsoft: { name: 'Microsoft Outlook', kind: 'oauth', make: microsoftProvider, everyMinutes: 1 },
  caldav: { name: 'CalDAV', kind: 'password', make: caldavProvider, everyMinutes: 3 },
  ics: { name: 'ICS address', kind: 'url', make: icsProvider, everyMinutes: 15 },
};

/** How often where the provider reports changes by itself: reports get lost. */
const reportedMinutes = 10;

export const listProviders = ({ calendarApps }: Config): Info[] =>
  Object.entries(providers).map(([provider, { name, kind }]) => ({
    provider: provider as ProviderName,
    name,
    kind,
    isConfigured: !isOAuthProvider(provider) || calendarApps[provider] !== undefined,
  }));

export function providerFor(name: string, outbound: Outbound): CalendarProvider {
  return entryOf(name).make(outbound);
}

export const providerName = (name: string): string => entryOf(name).name;

export const syncMinutes = (name: string, isReported: boolean): number =>
  isReported ? reportedMinutes : entryOf(name).everyMinutes;

function entryOf(name: string): Entry {
  const entry = (providers as Readonly<Record<string, Entry | undefined>>)[name];
  if (!entry) throw new Error(`Unknown calendar provider ${name}.`);
  return entry;
}
