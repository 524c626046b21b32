export { deliverer } from './deliver.ts';
export { emitWebhook, emitWebhooks } from './emit.ts';
export { webhookDisabled, webhookFailing } from './events.ts';
export { signatures } from './signature.ts';
export { publishCancelled, publishNoShow, publishScheduled } from './publish-invitee.ts';
