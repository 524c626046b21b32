export { writeBulk } from './bulk/public.ts';
export {
  findPerson,
  recordCalls,
  recordCancellations,
  recordMeetings,
  recordNoShows,
  recordNotes,
  recordOfPerson,
  recordReschedules,
  recordSubmissions,
  upsertPeople,
} from './people/public.ts';
export {
  claimUniqueValues,
  recordCreated,
  recordDeleted,
  recordUpdated,
  releaseUniqueValues,
} from './records/public.ts';
export {
  changeObject,
  createAttribute,
  createObject,
  createStandardObjects,
  objectDeleted,
  objectRestored,
  optionsDeleted,
  primaryAttributeChanged,
  uniquenessAdded,
  uniquenessRemoved,
} from './schema/public.ts';
export {
  publishObjectDeleted,
  publishObjectRestored,
  publishRecordCreated,
  publishRecordDeleted,
  publishRecordUpdated,
} from './timeline/public.ts';
export { enqueueClearOptions, enqueueRebuildSearch } from './upkeep/public.ts';
