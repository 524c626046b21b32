export { sendPageLinkEmail } from './notify-call-recipient.ts';
export { sendWaitlistJoinedEmails, sendWaitlistLeftEmails } from './notify-waitlist.ts';
export { sendSeriesCancelledEmails, sendSeriesScheduledEmails } from './notify-series.ts';
export { listUnsentMail } from './log.store.ts';
export { buildIcsFeed, buildIcsFiles, buildIcs } from './ics.ts';
export { recordResubscribe, openUnsubscribeToken, recordUnsubscribe } from './unsubscribes.ts';
export { listUnsubscribes } from './unsubscribes.store.ts';
export {
  sendEmailChangedEmail,
  sendFactorAddedEmail,
  sendFactorRemovedEmail,
  sendInvitationEmail,
  sendNewDeviceEmail,
  sendPasswordChangedEmail,
  sendPasswordResetEmail,
  sendSignUpEmail,
  sendTokenChangedEmail,
} from './notify-account.ts';
export { sendCodeEmail } from './notify-visitor.ts';
export {
  sendCalendarFailingEmail,
  sendEntryDeclinedEmail,
  sendMoveRejectedEmail,
} from './notify-calendar-owner.ts';
export { sendRefundEmails, sendTooLateEmails } from './notify-payer.ts';
export {
  sendCancelledEmails,
  sendReassignedEmails,
  sendLinkEmails,
  sendRescheduledEmails,
  sendScheduledEmails,
  sendUpdatedEmails,
} from './notify-invitee.ts';
export { sendPollClosedEmails } from './notify-poll.ts';
export { sendRequestClosedEmails, sendRequestedEmails } from './notify-request.ts';
export { sendTaskDueEmails } from './notify-task-owner.ts';
export {
  sendWebhookDisabledEmails,
  sendWebhookFailingEmails,
  sendWebhookPassedEmails,
} from './notify-webhook-owner.ts';
export { deleteExpiredMails, mailsOfPerson } from './personal-data.store.ts';
export { createReader } from './dates.ts';
export { buildEventTexts } from './event-texts.ts';
export { composeMessage, listRefusedRecipients, queueCustomMessages, type CustomMessage } from './message.ts';
export { neutralize } from './neutralize.ts';
export { composeReminder, writeReminder } from './remind.ts';
export { findEventFacts, findHosts, type EventFacts, type HostFacts } from './event.store.ts';
