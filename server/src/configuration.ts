import { calendarSettings } from './calendars/public.ts';
import { voiceProviderSettings } from './calls/public.ts';
import { conferencingSettings } from './conferencing/public.ts';
import { paymentSettings } from './payments/public.ts';
import { listVariables, parseConfig, type Config } from './platform/config.ts';

/** What providers take from the environment, beside what the platform does. */
const settings = [
  ...calendarSettings,
  ...voiceProviderSettings,
  ...conferencingSettings,
  ...paymentSettings,
] as const;

export function readConfig(env: NodeJS.ProcessEnv): Config {
  return parseConfig(env, settings);
}

/** Names and meanings, for `--help` and the documentation test. */
export const variableHelp = listVariables(settings);
