export {
  eventResources,
  findHostedEvents,
  findInvitations,
  type EventPlace,
  type Invitation,
  type InvitationHost,
  otherInvitees,
  selectAttendees,
} from './invitations.store.ts';
export { showBooking, showEvent } from './list.ts';
export { type EventFilter, countEvents, findFullEvents, listEventIds } from './listing.store.ts';
export { listOccurrences, type OccurrenceRow } from './occurrences.store.ts';
export { findEventsLike } from './search.store.ts';
export { serializeSeries } from './series.view.ts';
export { type EventView, buildFilePath, serializeEvent, serializeHost } from './view.ts';
