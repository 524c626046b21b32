export { changeLinks, type LinkChange, moveLinks, replaceLinks } from './change-links.ts';
export { recordLinkChanges } from './record-link-changes.ts';
export {
  type LinkRow,
  listPartnerChanges,
  describeNeededRecord,
  describeTakenRecord,
  describeUnknownRecord,
} from './rules.ts';
export {
  deleteLinkRows,
  deleteRecordLinks,
  findExisting,
  findPartners,
  insertLinkRows,
  insertLinks,
  lockPartners,
} from './store.ts';
export { findSurvivors } from './survivors.store.ts';
export { findDependents, lockDependents, type Dependents } from './dependents.store.ts';
