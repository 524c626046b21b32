import type { CalendarKind } from '../provider/public.ts';
import { icsProvider } from './provider.ts';

export const icsCalendar: CalendarKind = {
  name: 'ICS address',
  kind: 'url',
  everyMinutes: 15,
  open: icsProvider,
};
