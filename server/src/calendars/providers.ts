import type { calendarProvider } from '@daybook/contract/calendars';
import type { z } from 'zod';
import type { Outbound } from '../platform/safe-fetch/safe-fetch.ts';
import { readSettings, type Settings, type SettingValues } from '../platform/settings.ts';
import { caldavCalendar } from './caldav/public.ts';
import { googleCalendar } from './google/public.ts';
import { icsCalendar } from './ics/public.ts';
import { microsoftCalendar } from './microsoft/public.ts';
import type { AccountAccess, CalendarKind, CalendarProvider, OAuthApp } from './provider/public.ts';

type Info = z.output<typeof calendarProvider>;

export type ProviderName = Info['provider'];

const providers: Readonly<Record<ProviderName, CalendarKind>> = {
  google: googleCalendar,
  microsoft: microsoftCalendar,
  caldav: caldavCalendar,
  ics: icsCalendar,
};

export const calendarSettings: readonly Settings<unknown>[] = Object.values(providers).flatMap((each) =>
  each.kind === 'oauth' ? [each.access.settings] : [],
);

/** How often where the provider reports changes by itself: reports get lost. */
const reportedMinutes = 10;

interface ConfiguredCalendar {
  readonly settings: SettingValues;
}

export const listProviders = (config: ConfiguredCalendar): Info[] =>
  Object.entries(providers).map(([provider, { name, kind }]) => ({
    provider: provider as ProviderName,
    name,
    kind,
    isConfigured: kind !== 'oauth' || findApp(config, provider) !== undefined,
  }));

export function findKind(name: string): CalendarKind | undefined {
  return Object.hasOwn(providers, name) ? providers[name as ProviderName] : undefined;
}

/** How access is asked for; undefined where there is no account elsewhere. */
export function findAccess(name: string): AccountAccess | undefined {
  const known = findKind(name);
  return known?.kind === 'oauth' ? known.access : undefined;
}

/** What this installation is at the provider; undefined where it is nothing there. */
export function findApp(config: ConfiguredCalendar, name: string): OAuthApp | undefined {
  const access = findAccess(name);
  return access && readSettings(config, access.settings);
}

export function createProvider(name: string, outbound: Outbound): CalendarProvider {
  return kindOf(name).open(outbound);
}

export const getProviderName = (name: string): string => kindOf(name).name;

export const getSyncMinutes = (name: string, isReported: boolean): number =>
  isReported ? reportedMinutes : kindOf(name).everyMinutes;

/** The address of one calendar, which can only be read. */
export const isAddress = (name: string): boolean => kindOf(name).kind === 'url';

function kindOf(name: string): CalendarKind {
  const known = findKind(name);
  if (!known) throw new Error(`Unknown calendar provider ${name}.`);
  return known;
}
