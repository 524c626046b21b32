export { book } from './book.ts';
export { loadInviteeByKey } from './access.ts';
export { cancelEvent, cancelOwnBooking } from './cancel.ts';
export { inviteeCancelled, inviteeHandedOver, inviteeNoShow, inviteeScheduled } from './events.ts';
export { markNoShow } from './no-show.ts';
export { paymentView, type Payment } from './payment.ts';
export { askingMoves, listOwnMoves, rescheduleOwn } from './reschedule.ts';
export { findPageDetails, type InviteeRow } from './store.ts';
export { validateBooking } from './validate-booking.ts';
