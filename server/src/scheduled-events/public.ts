export { book } from './book.ts';
export { bookAsVisitor } from './book-as-visitor.ts';
export { codeGone, countCodeTry, type Proof } from './confirm-address.ts';
export { loadInviteeByKey } from './access.ts';
export { cancelEvent, cancelOwnBooking } from './cancel.ts';
export { confirmRequest } from './confirm-request.ts';
export { declineRequest, loadRequest, withdrawRequest } from './end-request.ts';
export {
  addressCodeRequested,
  inviteeCancelled,
  inviteeHandedOver,
  inviteeNoShow,
  inviteeRescheduled,
  inviteeScheduled,
  inviteeUpdated,
  requestClosed,
  requestCreated,
  type Meeting,
} from './events.ts';
export { holdTime } from './hold.ts';
export { openRequestToken, requestToken } from './request-token.ts';
export { findRequests, type RequestRow } from './requests.store.ts';
export { requestView } from './requests.view.ts';
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
export { findExpiredInvitees, findInviteesOf, findRequestIdsOf } from './personal-data.store.ts';
export { bookingsOfPerson } from './personal-data.ts';
