import type { CalendarKind } from '../provider/public.ts';
import { createCaldavProvider } from './provider.ts';

export const caldavCalendar: CalendarKind = {
  name: 'CalDAV',
  kind: 'password',
  everyMinutes: 3,
  open: createCaldavProvider,
};
