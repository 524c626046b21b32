export { changeLinks, type LinkChange, moveLinks, replaceLinks } from './change-links.ts';
export { recordLinkChanges } from './record-link-changes.ts';
export { type LinkRow, partnerChanges, whyNeeded, whyTaken, whyUnknown } from './rules.ts';
export {
  deleteLinkRows,
  deleteLinksOf,
  findPartners,
  insertLinkRows,
  insertLinks,
  lockPartners,
} from './store.ts';
