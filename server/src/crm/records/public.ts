export { claimValues, releaseUniqueValues } from './claim-unique-values.ts';
export { deleteLocked, deleteRecord } from './delete-records.ts';
export { listDeleted } from './deleted.store.ts';
export { withETag } from './etag.ts';
export { recordCreated, recordDeleted, recordUpdated } from './events.ts';
export { deleteUniqueKeys, type Claim, findClaims, findOwners, findRecordsByKey } from './keys.store.ts';
export { demandOwn, demandPartners, demandPartnersOf } from './ownership.ts';
export { refuseDependents } from './refuse-dependents.ts';
export { insertPlaceholders, restoreRecord } from './restore-record.ts';
export {
  byPerson,
  countOf,
  diffOf,
  type Draft,
  nounOf,
  type Outcome,
  parseDraft,
  type WriteItem,
  type WriteSource,
} from './rules.ts';
export {
  loadPartners,
  type Selection,
  selectionFrom,
  serializeRecord,
  serializeRecords,
  validateSelection,
} from './serialize-records.ts';
export {
  addToCount,
  countRecords,
  deleteRecords,
  findMemberIds,
  findRecords,
  findRecordsAfter,
  lockForDeletion,
  lockRecord,
  lockRecords,
  type RecordRow,
  touchRecords,
  updateRecords,
} from './store.ts';
export { type Match, publishUpdated, updateLocked, updateMatches } from './update-records.ts';
export { emptyOf, type Partners, type RecordShape, valueView } from './view.ts';
export {
  changeRecord,
  createAbsent,
  createRecord,
  demandMatching,
  draftFrom,
  loadRecord,
  lockSurvivor,
  updateRecord,
  upsertRecord,
} from './write-record.ts';
export { writeRecords } from './write-records.ts';
