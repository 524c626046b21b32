export { deliverer } from './deliver.ts';
export { emitWebhook, emitWebhooks } from './emit.ts';
export { webhookDisabled, webhookFailing } from './events.ts';
export { signatures } from './signature.ts';
export { tellCancelled, tellNoShow, tellScheduled } from './tell-invitee.ts';
