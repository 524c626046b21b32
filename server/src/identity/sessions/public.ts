export { clientOf, cookie, type Client } from './client.ts';
export {
  endOwnSession,
  endSessionsAfterEmail,
  endSessionsAfterPassword,
  endSessionsByAdmin,
  endSessionsOfDeactivated,
  sessionsEndedFor,
  signOut,
  strengthenSession,
  weakenSessions,
} from './end-sessions.ts';
export { deviceAdded } from './events.ts';
export { deviceDays } from './rules.ts';
export { startSession } from './start-session.ts';
export { oldDevices, listSessions } from './store.ts';
export { sessionView } from './view.ts';
