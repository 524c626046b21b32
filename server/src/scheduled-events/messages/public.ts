export { buildEventTexts } from './event-texts.ts';
export {
  sendCancelledEmails,
  sendLinkEmails,
  sendReassignedEmails,
  sendRescheduledEmails,
  sendScheduledEmails,
  sendUpdatedEmails,
} from './notify-invitee.ts';
export { sendRequestClosedEmails, sendRequestedEmails } from './notify-request.ts';
export { sendSeriesCancelledEmails, sendSeriesScheduledEmails } from './notify-series.ts';
export { sendCodeEmail } from './notify-visitor.ts';
export { sendWaitlistJoinedEmails, sendWaitlistLeftEmails } from './notify-waitlist.ts';
export { composeReminder, writeReminder } from './remind.ts';
export { type EventFacts, type HostFacts, findEventFacts, findHosts } from './store.ts';
