export { icsOf } from './ics.ts';
export { mailCancelled, mailHandedOver, mailScheduled } from './tell-invitee.ts';
export { mailWebhookDisabled, mailWebhookFailing } from './tell-webhook.ts';
