export {
  CalendarError,
  type CalendarAuth,
  type CalendarCursor,
  type CalendarProvider,
  type ChangeBatch,
  type ChangesEnd,
  type ExternalCalendar,
} from './provider.ts';
export { fetchCalendar } from './request.ts';
