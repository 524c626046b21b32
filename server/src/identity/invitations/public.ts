export { acceptInvitation, acceptWithIdentity, findByToken, openInvitation } from './accept.ts';
export { invitationSent } from './events.ts';
export { inviteUser } from './invite.ts';
export { splitName } from './rules.ts';
export { serializePublicInvitation } from './view.ts';
export { closeInvitationsFrom, closeInvitationsTo } from './store.ts';
export { invitationsOfPerson } from './personal-data.store.ts';
