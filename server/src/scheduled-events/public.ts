export { book } from './book.ts';
export { bookAsVisitor } from './book-as-visitor.ts';
export { codeGone, countCodeTry, type Proof } from './confirm-address.ts';
export { loadInviteeByKey } from './access.ts';
export { cancelEvent, cancelOwnBooking } from './cancel.ts';
export {
  addressCodeRequested,
  inviteeCancelled,
  inviteeHandedOver,
  inviteeNoShow,
  inviteeRescheduled,
  inviteeScheduled,
  type Meeting,
} from './events.ts';
export { holdTime } from './hold.ts';
export { markNoShow } from './no-show.ts';
export { leaveOpenEvents } from './open-events.ts';
export { findEventsLike } from './search.store.ts';
export { paymentView, type Payment } from './payment.ts';
export { listOwnMoves, moveLoader } from './list-moves.ts';
export { setJoinUrl } from './join-url.ts';
export { isTooLate } from './policies.ts';
export { recordBooking, type Recorded } from './record-booking.ts';
export { reschedule, rescheduleOwn, sameTime } from './reschedule.ts';
export { findPageDetails, type InviteeRow } from './store.ts';
export { validateBookingOn, type Booking } from './validate-booking.ts';
export { findExpiredInvitees, findInviteesOf } from './personal-data.store.ts';
export { bookingsOfPerson } from './personal-data.ts';
