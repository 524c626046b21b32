export { acceptInvitation, acceptWithIdentity, findByToken, openInvitation } from './accept.ts';
export { invitationSent } from './events.ts';
export { invite } from './invite.ts';
export { nameParts } from './rules.ts';
export { publicInvitationView } from './view.ts';
export { closeInvitationsFrom, closeInvitationsTo } from './store.ts';
export { invitationsOfPerson } from './personal-data.store.ts';
