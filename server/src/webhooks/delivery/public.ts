export { findDestination } from './claim.store.ts';
export { createDeliverer, deliveriesChannel } from './deliverer.ts';
export { webhookDisabled, webhookFailing, webhookPassed } from './events.ts';
export { disableWebhook, enableWebhook } from './health.ts';
export { disableReasons, findDeliveryProblem, findDisableReason } from './rules.ts';
export { openDestination, sendMessage, findSendProblem, type Destination } from './send.ts';
export { generateSigningSecret } from './signature.ts';
export { isSigned, signRequest } from './signed-request.ts';
