export { awaitLink, awaitOrPromiseLink } from './await-link.ts';
export {
  endConference,
  endConferences,
  followEvents,
  retryConferences,
  takeJoinUrl,
} from './change-conferences.ts';
export { conferenceChanged } from './events.ts';
export { hostJoinUrl } from './jitsi/public.ts';
export { openRoom } from './join.ts';
export { planConference, requestConference } from './open-conference.ts';
export {
  conferencingView,
  mergeConferencing,
  tryConferencing,
  validateConferencing,
  type ConferencingSettings,
} from './settings.ts';
export { listTroubledConferences } from './store.ts';
export { conferencingSettings } from './providers.ts';
