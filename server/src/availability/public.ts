export {
  askingPage,
  findTimes,
  listAvailability,
  presentTimes,
  type Ask,
  type AvailabilityQuery,
} from './list.ts';
export { questionOf } from './question.ts';
export { whyNotWished } from './rules.ts';
export { loadPage, type HostFacts, type PageFacts } from './store.ts';
export { isTogether, loadBookable, targetOfLink, type Target } from './target.ts';
