export { createServiceUser, deactivateServiceUser } from './create-service-user.ts';
export { createUser, readUser, validatePassword } from './create-user.ts';
export type { DepartureOptions } from './deactivate-user.ts';
export {
  type Departure,
  memberCreated,
  memberDeactivated,
  memberDemoted,
  memberEmailChanged,
  memberPasswordSet,
  membershipDeleted,
  teamDeleted,
} from './events.ts';
export { findMembersLike } from './search.store.ts';
export { addMember, joinTeam, leaveTeam } from './memberships.ts';
export {
  closeSignInSteps,
  endGeneration,
  findMember,
  findMemberByEmail,
  findMemberBySlug,
  listMembers,
  lockUsers,
  readOrganizationName,
  setPasswordHash,
  updateMember,
} from './store.ts';
export { findTeamBySlug, isTeamMember, listTeamsById } from './teams.store.ts';
export { createTeam } from './teams.ts';
export { updateUser } from './update-user.ts';
export { getFullName, buildTeamUrl, buildUserUrl } from './view.ts';
