export {
  type EventWithHosts,
  loadInviteeByKey,
  loadOwnEvent,
  lockEventWithHosts,
  lockInviteeEvent,
  lockOwnEvent,
  requireHost,
} from './access.ts';
export {
  type Meeting,
  inviteeCancelled,
  inviteeHandedOver,
  inviteeNoShow,
  inviteeRefunded,
  inviteeRescheduled,
  inviteeScheduled,
  inviteeUpdated,
  seriesCancelled,
  seriesScheduled,
} from './events.ts';
export { type Payment, type RefundPolicy, buildPayment, serializePayment } from './payment.ts';
export { updatePayment } from './payments.store.ts';
export { type InviteeLimit, findNotices, lockLimits } from './policies.store.ts';
export { isTooLate, requireInviteeLimit, requireNotice } from './policies.ts';
export { getStart, isOver, toMeeting } from './rules.ts';
export {
  type EventRow,
  type InviteeRow,
  findEvent,
  findGroupEvent,
  findInvitee,
  insertEvent,
  insertInvitee,
  listActiveInvitees,
  listHostIds,
  lockEvent,
  updateEvent,
  updateInvitees,
} from './store.ts';
