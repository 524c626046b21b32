export { NotACalendarError, unfoldLines } from './components.ts';
export { parseCalendar, parseCalendarEvents, type CalendarStream, type UnreadableEvent } from './events.ts';
export { expandEvents, findFirstTime, type Expansion } from './expand.ts';
export { isEntry, serializeEntry } from './write.ts';
