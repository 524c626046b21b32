export { findDestination } from './claim.store.ts';
export { deliverer, deliveriesChannel } from './deliverer.ts';
export { webhookDisabled, webhookFailing, webhookPassed } from './events.ts';
export { disableWebhook, enableWebhook } from './health.ts';
export { whyNotDelivered } from './rules.ts';
export { destinationOf, send, whyNotSend, type Destination } from './send.ts';
export { newSigningSecret } from './signature.ts';
export { isSigned, sign } from './signed-request.ts';
