export { mailCancelled, mailScheduled } from './tell-invitee.ts';
