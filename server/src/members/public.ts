export { createUser } from './create-user.ts';
export { memberCreated, memberDeactivated, memberDemoted, teamDeleted } from './events.ts';
export { addMember } from './memberships.ts';
export { findMember, findMemberByEmail, findMemberBySlug } from './store.ts';
export { findTeamBySlug, isTeamMember } from './teams.store.ts';
export { createTeam } from './teams.ts';
export { fullName, teamUrl, userUrl, userView } from './view.ts';
