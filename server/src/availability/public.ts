export {
  createPageLoader,
  findTimes,
  filterChosenHosts,
  listAvailability,
  listTimes,
  type LoadQuery,
  type AvailabilityQuery,
} from './list.ts';
export { listHostTimes, type HostTimes } from './host-times.ts';
export { listAssignedUsers } from './owners.store.ts';
export { selectRoomCapacity, type ResourceFacts } from './resources.store.ts';
export { findOffer, type LoadedPage } from './offer.ts';
export { isUnreachable, buildSlotQuery } from './slot-query.ts';
export { selectUnreachableCalendars } from './unreachable-busy.store.ts';
export { validateOptions } from './rules.ts';
export { loadPage, type HostFacts, type PageFacts } from './store.ts';
export { isEveryHostRequired, loadBookablePage, loadLinkTarget, type Target } from './target.ts';
