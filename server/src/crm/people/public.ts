export {
  recordCall,
  recordCancellation,
  recordMeeting,
  recordNoShow,
  recordNote,
  recordSubmission,
} from './meetings.ts';
export { parseStandardDraft } from './parse-draft.ts';
export { wireField } from './rules.ts';
export { upsertPerson } from './upsert-person.ts';
