export { book } from './book.ts';
export { cancelEvent } from './cancel.ts';
export { inviteeCancelled, inviteeNoShow, inviteeScheduled } from './events.ts';
export { markNoShow } from './no-show.ts';
export { findPageDetails } from './store.ts';
