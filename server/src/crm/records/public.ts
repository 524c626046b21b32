export { claimValues, releaseUniqueValues } from './claim-unique-values.ts';
export { deleteLocked, deleteRecord } from './delete-records.ts';
export { listDeleted } from './deleted.store.ts';
export { setRecordETag } from './etag.ts';
export { recordCreated, recordDeleted, recordUpdated } from './events.ts';
export { deleteUniqueKeys, type Claim, findClaims, findOwners, findRecordsByKey } from './keys.store.ts';
export { nameRecords } from './name-records.ts';
export { requireOwn, requirePartners, requireLinkPartners } from './ownership.ts';
export { rejectDependents } from './reject-dependents.ts';
export { insertPlaceholders, restoreRecord } from './restore-record.ts';
export {
  byPerson,
  countOutcomes,
  diffData,
  type Draft,
  getNoun,
  type Outcome,
  parseDraft,
  type WriteItem,
  type WriteSource,
} from './rules.ts';
export {
  loadPartners,
  type Selection,
  parseSelection,
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
export { getEmptyValue, type Partners, type RecordShape, serializeValue } from './view.ts';
export {
  changeRecord,
  createAbsent,
  createRecord,
  requireMatchingAttribute,
  parseDraftOrThrow,
  loadRecord,
  lockSurvivor,
  updateRecord,
  upsertRecord,
} from './write-record.ts';
export { writeRecords } from './write-records.ts';
