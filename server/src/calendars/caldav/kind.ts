import type { CalendarKind } from '../provider/public.ts';
import { caldavProvider } from './provider.ts';

export const caldavCalendar: CalendarKind = {
  name: 'CalDAV',
  kind: 'password',
  everyMinutes: 3,
  open: caldavProvider,
};
