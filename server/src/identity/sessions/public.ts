export { describeClient, buildCookie, type Client } from './client.ts';
export {
  endOwnSession,
  endProviderSessions,
  endSessionsAfterEmail,
  endSessionsAfterPassword,
  endSessionsByAdmin,
  endSessionsOfDeactivated,
  endMemberSessions,
  signOut,
  strengthenSession,
  weakenSessions,
} from './end-sessions.ts';
export { deviceAdded } from './events.ts';
export { deviceDays } from './rules.ts';
export { requiresProvider, startSession } from './start-session.ts';
export { selectOldDevices, listSessions } from './store.ts';
export { serializeSession } from './view.ts';
