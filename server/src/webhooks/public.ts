export { emitWebhook, emitWebhookLazily, type Emission } from './emit.ts';
export { webhookDisabled, webhookFailing } from './events.ts';
export { tellCancelled, tellNoShow, tellScheduled } from './tell-invitee.ts';
