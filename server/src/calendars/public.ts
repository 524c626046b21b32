export { askCalendars, askUntilFree, type CalendarCheck } from './ask.ts';
export { copiesOfPerson, copyBookings, rewriteCopies } from './copies.ts';
export {
  connectionFailing,
  entryDeclined,
  entryDeleted,
  entryMoved,
  meetingMade,
  moveRefused,
} from './events.ts';
export { listFailingConnections, listUnreadableCalendars } from './failing.store.ts';
export { finishAuthorization, type Finished } from './authorize.ts';
export { whyUnreadable } from './unreadable.ts';
export {
  expand as expandCalendar,
  NotACalendarError,
  parseCalendar,
  parseCalendarEvents,
} from './ical/public.ts';
export { calendarSettings } from './providers.ts';
