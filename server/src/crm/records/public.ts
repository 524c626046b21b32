export { columnsOf, type Data, folded, keysOf, picksOf, uniqueKey } from './columns.rules.ts';
export { companyDomain, companyNameFrom, splitName } from './domains.rules.ts';
export { withETag } from './etag.ts';
export { recordCreated, recordDeleted, recordUpdated } from './events.ts';
export { completed, diffOf, type Draft, draftFrom, missingKeys, withoutNulls } from './records.rules.ts';
export {
  countMore,
  countRecords,
  deleteRecords,
  deleteUncounted,
  dropPicksOf,
  findMemberIds,
  findRecords,
  importShare,
  insertPicks,
  insertRecords,
  insertUncounted,
  lockRecord,
  lockRecords,
  type NewRecord,
  type RecordRow,
  recordsAfter,
  touchRecords,
  updateRecords,
} from './records.store.ts';
export {
  createIfAbsent,
  createRecord,
  demandDraft,
  demandMatching,
  keepingList,
  loadRecord,
  nounOf,
  publishUpdated,
  removeRecord,
  updateRecord,
  upsertRecord,
} from './records.ts';
export { type Partners, type RecordShape, valueView } from './records.view.ts';
export {
  loadPartners,
  type Selection,
  selectionFrom,
  serializeRecord,
  serializeRecords,
  validateSelection,
} from './serialize.ts';
export { claimAll } from './unique-keys.ts';
export {
  type Claim,
  claimKeys,
  findKeys,
  findRecordByKey,
  keysOfRecords,
  releaseKeys,
} from './unique.store.ts';
export { claimUniqueValues, releaseUniqueValues } from './uniqueness.ts';
export {
  memberIdPattern,
  optionFrom,
  parseValue,
  phoneFrom,
  type Stored,
  uuidPattern,
} from './values.rules.ts';
export {
  byPerson,
  keysIn,
  partnerChanges,
  updateLocked,
  whyTaken,
  type WriteSource,
} from './write-records.ts';
