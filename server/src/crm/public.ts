export { findChanges } from './history/public.ts';
export { writeBulk } from './bulk/public.ts';
export { cancelMemberImports } from './imports/public.ts';
export {
  briefPeople,
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
export {
  changeRecord,
  deleteUniqueKeys,
  findRecords,
  findRecordsByKey,
  nameRecords,
  parseDraft,
  recordCreated,
  recordDeleted,
  type RecordShape,
  recordUpdated,
  releaseUniqueValues,
  serializeRecords,
} from './records/public.ts';
export {
  attributeDeleted,
  changeObject,
  createAttribute,
  createObject,
  createStandardObjects,
  type Definition as CrmDefinition,
  findDefinition,
  listReadable,
  objectDeleted,
  objectRestored,
  optionsDeleted,
  primaryAttributeChanged,
  uniquenessRemoved,
} from './schema/public.ts';
export {
  createNote as createRecordNote,
  findNoteAudience,
  findObjectReaders,
  nameMentioned,
  noteWritten,
} from './notes/public.ts';
export { createView, nameViews } from './views/public.ts';
export {
  completeTask,
  createTask,
  publishTaskCompleted,
  publishTaskCreated,
  leaveTasks,
  sendTaskDueEmails,
  taskCompleted,
  taskCreated,
  taskDue,
  tasksOfPerson,
} from './tasks/public.ts';
export {
  publishAttributeDeleted,
  publishObjectDeleted,
  publishObjectRestored,
  publishRecordCreated,
  publishRecordDeleted,
  publishRecordUpdated,
} from './timeline/public.ts';
export { enqueueClearAttribute, enqueueClearOptions, enqueueRebuildSearch } from './upkeep/public.ts';
