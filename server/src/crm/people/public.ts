export { briefPeople } from './brief-people.ts';
export { splitName } from './domains.rules.ts';
export {
  recordCalls,
  recordCancellations,
  recordMeetings,
  recordNoShows,
  recordNotes,
  recordReschedules,
  recordSubmissions,
} from './meetings.ts';
export { parseStandardDraft } from './parse-draft.ts';
export { getWireField } from './rules.ts';
export { upsertPeople } from './upsert-people.ts';
export { findPerson, recordOfPerson } from './personal-data.ts';
