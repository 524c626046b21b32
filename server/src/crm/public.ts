export { createAttribute } from './attributes.ts';
export {
  rememberCall,
  rememberCancelled,
  rememberInvitee,
  rememberNoShow,
  rememberNote,
  rememberSubmission,
} from './meetings.ts';
export { createObject, furnishWorkspace } from './objects.ts';
export { nameObjectBy, putRecord } from './put-record.ts';
export { rememberPerson } from './remember-person.ts';
export { tellRecordCreated, tellRecordDeleted, tellRecordUpdated } from './tell-webhooks.ts';
