import type { calendarProvider } from '@daybook/contract/calendars';
import type { z } from 'zod';
import type { Outbound } from '../platform/safe-fetch/safe-fetch.ts';
import { caldavProvider } from './caldav/public.ts';
import { icsProvider } from './ics/public.ts';
import type { CalendarProvider } from './provider/public.ts';

export type ProviderName = z.output<typeof calendarProvider>['provider'];

type Info = z.output<typeof calendarProvider>;

const providers = {
  caldav: { name: 'CalDAV', kind: 'password', make: caldavProvider, everyMinutes: 3 },
  ics: { name: 'ICS address', kind: 'url', make: icsProvider, everyMinutes: 15 },
} as const satisfies Partial<
  Record<
    ProviderName,
    {
      readonly name: string;
      readonly kind: Info['kind'];
      readonly make: (outbound: Outbound) => CalendarProvider;
      /** How often its calendars are read. */
      readonly everyMinutes: number;
    }
  >
>;

export const listProviders = (): Info[] =>
  Object.entries(providers).map(([provider, { name, kind }]) => ({
    provider: provider as ProviderName,
    name,
    kind,
    isConfigured: true,
  }));

export function providerFor(name: string, outbound: Outbound): CalendarProvider {
  return entryOf(name).make(outbound);
}

export const syncMinutes = (name: string): number => entryOf(name).everyMinutes;

function entryOf(name: string) {
  const entry = (providers as Record<string, (typeof providers)[keyof typeof providers] | undefined>)[name];
  if (!entry) throw new Error(`There is no calendar provider ${name}.`);
  return entry;
}
