export { icsOf } from './ics.ts';
export { mailCancelled, mailHandedOver, mailRescheduled, mailScheduled } from './notify-invitee.ts';
export { mailWebhookDisabled, mailWebhookFailing, mailWebhookPassed } from './notify-webhook-owner.ts';
