import type { ConferenceProvider } from '../provider/public.ts';

export const meetProvider: ConferenceProvider = { by: 'calendar', calendar: 'google' };
export const teamsProvider: ConferenceProvider = { by: 'calendar', calendar: 'microsoft' };
