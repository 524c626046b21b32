export { NotACalendarError, parseCalendar, type CalendarStream } from './events.ts';
export { expand } from './expand.ts';
