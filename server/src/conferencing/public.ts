export { waitForLink, waitForOrPromiseLink } from './wait-for-link.ts';
export {
  endConference,
  endConferences,
  followEvents,
  retryConferences,
  recordJoinUrl,
} from './change-conferences.ts';
export { conferenceChanged } from './events.ts';
export { buildHostJoinUrl } from './jitsi/public.ts';
export { openRoom } from './join.ts';
export { planConference, requestConference } from './open-conference.ts';
export {
  serializeConferencing,
  mergeConferencing,
  tryConferencing,
  validateConferencing,
  type ConferencingSettings,
} from './settings.ts';
export { listEventsWithoutLink, listFailingConferences } from './store.ts';
export { conferencingSettings } from './providers.ts';
