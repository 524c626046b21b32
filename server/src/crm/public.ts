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
export { searchObjects } from './query/public.ts';
export { recordCreated, recordDeleted, recordUpdated, releaseUniqueValues } from './records/public.ts';
export {
  attributeDeleted,
  changeObject,
  createAttribute,
  createObject,
  createStandardObjects,
  objectDeleted,
  objectRestored,
  optionsDeleted,
  primaryAttributeChanged,
  uniquenessRemoved,
} from './schema/public.ts';
export {
  publishAttributeDeleted,
  publishObjectDeleted,
  publishObjectRestored,
  publishRecordCreated,
  publishRecordDeleted,
  publishRecordUpdated,
} from './timeline/public.ts';
export { enqueueClearAttribute, enqueueClearOptions, enqueueRebuildSearch } from './upkeep/public.ts';
