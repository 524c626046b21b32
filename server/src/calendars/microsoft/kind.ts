import type { CalendarKind } from '../provider/public.ts';
import { microsoftAccess } from './access.ts';
import { readMicrosoftWebhook } from './notifications.ts';
import { createMicrosoftProvider } from './provider.ts';

export const microsoftCalendar: CalendarKind = {
  name: 'Microsoft Outlook',
  kind: 'oauth',
  everyMinutes: 1,
  open: createMicrosoftProvider,
  access: microsoftAccess,
  readReport: readMicrosoftWebhook,
};
