export {
  recordCall,
  recordCancellation,
  recordMeeting,
  recordNoShow,
  recordNote,
  recordSubmission,
} from './meetings.ts';
export { wireField } from './standard.rules.ts';
export { standardDraft } from './standard.ts';
export { upsertPerson } from './upsert-person.ts';
