export {
  CalendarError,
  type BookingEntry,
  type CalendarAuth,
  type CalendarCursor,
  type CalendarProvider,
  type CalendarWriter,
  type ChangeBatch,
  type ChangesEnd,
  type ExternalCalendar,
  type WrittenEntry,
} from './provider.ts';
export { fetchCalendar } from './request.ts';
