export {
  rememberCall,
  rememberCancelled,
  rememberInvitee,
  rememberNoShow,
  rememberNote,
  rememberSubmission,
} from './meetings.ts';
export { furnishWorkspace } from './objects.ts';
export { rememberPerson } from './remember-person.ts';
export { tellRecordCreated, tellRecordDeleted, tellRecordUpdated } from './tell-webhooks.ts';
