export { askCalendars, askUntilFree, type CalendarCheck } from './ask.ts';
export { copiesOfPerson, copyBookings } from './copies.ts';
export {
  connectionFailing,
  entryDeclined,
  entryDeleted,
  entryMoved,
  meetingMade,
  moveRefused,
} from './events.ts';
export { listFailingConnections } from './failing.store.ts';
export { finishAuthorization, type Finished } from './authorize.ts';
export { expand as expandCalendar, NotACalendarError, parseCalendar } from './ical/public.ts';
