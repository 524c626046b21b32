export {
  createAttribute,
  createObject,
  createStandardObjects,
  objectDeleted,
  optionsDeleted,
  primaryAttributeChanged,
  uniquenessAdded,
  uniquenessRemoved,
} from './schema/public.ts';
export {
  recordCall,
  recordCancellation,
  recordMeeting,
  recordNoShow,
  recordNote,
  recordSubmission,
  upsertPerson,
} from './people/public.ts';
export { nameObjectBy, putRecord } from './put-record.ts';
export { publishRecordCreated, publishRecordDeleted, publishRecordUpdated } from './timeline/public.ts';
export {
  claimUniqueValues,
  recordCreated,
  recordDeleted,
  recordUpdated,
  releaseUniqueValues,
} from './records/public.ts';
export { enqueueClearOptions, enqueuePurgeObject, enqueueRebuildSearch } from './upkeep/public.ts';
