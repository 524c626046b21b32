export {
  ConferenceError,
  type AccountForm,
  type Conference,
  type ConferenceAccount,
  type ConferenceMeeting,
  type ConferenceProvider,
  type EnteredAccount,
} from './provider.ts';
