export {
  pageLoader,
  findTimes,
  hostsToChoose,
  listAvailability,
  listTimes,
  type LoadQuery,
  type AvailabilityQuery,
} from './list.ts';
export { listHostTimes, type HostTimes } from './host-times.ts';
export { listAssignedUsers } from './owners.store.ts';
export { roomOf, type ResourceFacts } from './resources.store.ts';
export { findOffer, type LoadedPage } from './offer.ts';
export { isUnreachable, slotQueryOf } from './slot-query.ts';
export { unreachableCalendars } from './unreachable-busy.store.ts';
export { validateOptions } from './rules.ts';
export { loadPage, type HostFacts, type PageFacts } from './store.ts';
export { requiresAllHosts, loadBookablePage, targetOfLink, type Target } from './target.ts';
