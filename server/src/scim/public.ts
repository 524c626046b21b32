export { unlinkTeam } from './groups.store.ts';
export { leaveScimTokens } from './tokens.ts';
