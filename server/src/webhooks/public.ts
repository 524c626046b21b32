export { deliverer, signatures, webhookDisabled, webhookFailing } from './delivery/public.ts';
export { emitWebhook, emitWebhooks, type Emission } from './emit.ts';
export { publishCancelled, publishNoShow, publishRescheduled, publishScheduled } from './publish-invitee.ts';
