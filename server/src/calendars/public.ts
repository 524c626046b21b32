export { askCalendars, askUntilFree, type CalendarCheck } from './ask-calendars.ts';
export { copiesOfPerson, copyBookings, rewriteCopies } from './copies.ts';
export {
  connectionFailing,
  entryDeclined,
  entryDeleted,
  entryMoved,
  meetingMade,
  moveRefused,
} from './events.ts';
export { pauseCalendars } from './forget.jobs.ts';
export { listFailingConnections, listUnreadableCalendars } from './failing.store.ts';
export { finishAuthorization, type AuthorizationResult } from './authorize.ts';
export { describeUnreadable } from './unreadable.ts';
export {
  expandEvents as expandCalendar,
  NotACalendarError,
  parseCalendar,
  parseCalendarEvents,
} from './ical/public.ts';
export { sendCalendarFailingEmail, sendEntryDeclinedEmail, sendMoveRejectedEmail } from './notify-owner.ts';
export { calendarSettings } from './providers.ts';
