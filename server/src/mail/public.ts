export { mailPageLink } from './notify-called.ts';
export { mailWaitlistJoined, mailWaitlistLeft } from './notify-waitlist.ts';
export { mailSeriesCancelled, mailSeriesScheduled } from './notify-series.ts';
export { listUnsentMail } from './log.store.ts';
export { icsFeedOf, icsFiles, icsOf } from './ics.ts';
export { acceptMail, addressIn, refuseMail } from './refusals.ts';
export { listRefusals } from './refusals.store.ts';
export {
  mailCode,
  mailEmailChanged,
  mailFactorAdded,
  mailFactorRemoved,
  mailInvitation,
  mailNewDevice,
  mailPasswordChanged,
  mailPasswordReset,
  mailSignUp,
  mailTokenChanged,
} from './notify-account.ts';
export { mailCalendarFailing, mailEntryDeclined, mailMoveRefused } from './notify-calendar-owner.ts';
export { mailRefunded, mailTooLate } from './notify-payer.ts';
export {
  mailCancelled,
  mailHandedOver,
  mailLink,
  mailRescheduled,
  mailScheduled,
  mailUpdated,
} from './notify-invitee.ts';
export { mailPollClosed } from './notify-poll.ts';
export { mailRequestClosed, mailRequested } from './notify-request.ts';
export { mailTaskDue } from './notify-task-owner.ts';
export { mailWebhookDisabled, mailWebhookFailing, mailWebhookPassed } from './notify-webhook-owner.ts';
export { deleteExpiredMails, mailsOfPerson } from './personal-data.store.ts';
export { readerOf } from './dates.ts';
export { eventTexts } from './event-texts.ts';
export { composeLetter, refusedLetters, writeLetters, type WrittenLetter } from './letters.ts';
export { neutralize } from './neutralize.ts';
export { composeReminder, writeReminder } from './remind.ts';
export { findEventFacts, findHosts, type EventFacts, type HostFacts } from './store.ts';
