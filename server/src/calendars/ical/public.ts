export { NotACalendarError, parseCalendar, type CalendarStream } from './events.ts';
export { expand, firstTime, type Expansion } from './expand.ts';
export { isEntry, serializeEntry } from './write.ts';
