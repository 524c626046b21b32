export {
  findGrantedAccess,
  parseClient,
  type Access,
  type AccountAccess,
  type OAuthApp,
} from './account-access.ts';
export { callApi, type ApiAnswer, type ApiRequest } from './api.ts';
export { findInvitedEvent } from './invitation.ts';
export { readBlocks, formatUtc, type BusyBlock, type BusySpan } from './busy-content.ts';
export type { CalendarKind, Notification, WebhookReader } from './kind.ts';
export {
  CalendarError,
  type BookingEntry,
  type CalendarAuth,
  type CalendarCursor,
  type CalendarProvider,
  type CalendarWatcher,
  type CalendarWriter,
  type Channel,
  type ChangeBatch,
  type ChangesEnd,
  type ExternalCalendar,
  type WrittenEntry,
} from './provider.ts';
export { fetchCalendar } from './request.ts';
