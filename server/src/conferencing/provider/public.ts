export {
  ConferenceError,
  type Conference,
  type ConferenceAccount,
  type ConferenceMeeting,
  type ConferenceProvider,
} from './provider.ts';
