import type { CalendarKind } from '../provider/public.ts';
import { createIcsProvider } from './provider.ts';

export const icsCalendar: CalendarKind = {
  name: 'ICS address',
  kind: 'url',
  everyMinutes: 15,
  open: createIcsProvider,
};
