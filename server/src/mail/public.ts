export { listUnsentMail } from './log.store.ts';
export { icsFeedOf, icsOf } from './ics.ts';
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
export { mailRequestClosed, mailRequested } from './notify-request.ts';
export { mailWebhookDisabled, mailWebhookFailing, mailWebhookPassed } from './notify-webhook-owner.ts';
export { deleteExpiredMails, mailsOfPerson } from './personal-data.store.ts';
