export { publishWaitlistJoined, publishWaitlistLeft } from './publish-waitlist.ts';
export { caughtOfPerson, deleteMemberCatchers } from './catchers/public.ts';
export {
  createDeliverer,
  findDisableReason,
  isSigned,
  generateSigningSecret,
  sendMessage as sendSigned,
  signRequest,
  webhookDisabled,
  webhookFailing,
  webhookPassed,
  findSendProblem,
} from './delivery/public.ts';
export { emitWebhook, emitWebhooks, type Emission } from './emit.ts';
export {
  sendWebhookDisabledEmails,
  sendWebhookFailingEmails,
  sendWebhookPassedEmails,
} from './notify-owner.ts';
export { listFailingWebhooks } from './store.ts';
export {
  endPersonalWebhooks,
  leaveOrganizationWebhooks,
  releaseWebhooksOfDemoted,
} from './reassign-webhooks.ts';
export {
  publishCancelled,
  publishNoShow,
  publishRefunded,
  publishRescheduled,
  publishScheduled,
  publishUpdated,
} from './publish-invitee.ts';
export { publishPollClosed, publishPollVoted } from './publish-polls.ts';
export { publishRequestClosed, publishRequested } from './publish-request.ts';
export { deleteAttemptsLike, deleteExpiredDeliveries } from './personal-data.store.ts';
export { deliveriesOfPerson } from './personal-data.ts';
export { createWebhook } from './subscribe.ts';
