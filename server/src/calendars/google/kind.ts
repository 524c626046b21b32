import type { CalendarKind } from '../provider/public.ts';
import { googleAccess } from './access.ts';
import { readGoogleWebhook } from './notifications.ts';
import { createGoogleProvider } from './provider.ts';

export const googleCalendar: CalendarKind = {
  name: 'Google Calendar',
  kind: 'oauth',
  everyMinutes: 1,
  open: createGoogleProvider,
  access: googleAccess,
  readReport: readGoogleWebhook,
};
