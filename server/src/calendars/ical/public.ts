export { NotACalendarError, parseCalendar, type CalendarStream } from './events.ts';
export { expand, firstTime } from './expand.ts';
export { isEntry, serializeEntry } from './write.ts';
