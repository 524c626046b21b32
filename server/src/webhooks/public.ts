export { deliverer, signatures, webhookDisabled, webhookFailing } from './delivery/public.ts';
export { emitWebhook, emitWebhooks } from './emit.ts';
export { publishCancelled, publishNoShow, publishScheduled } from './publish-invitee.ts';
