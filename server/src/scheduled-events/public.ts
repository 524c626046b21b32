export { book, holdBooking, prepareBooking, takeBooking, type Booked, type Prepared } from './book.ts';
export { admitVisitor } from './admit-visitor.ts';
export { codeGone, countCodeTry, type Confirmation, type Proof } from './confirm-address.ts';
export { loadInviteeByKey, lockOwnEvent } from './access.ts';
export { cancelEvent, cancelOwnBooking } from './cancel.ts';
export { confirmRequest } from './confirm-request.ts';
export { declineRequest, loadRequest, withdrawRequest } from './end-request.ts';
export {
  addressCodeRequested,
  inviteeCancelled,
  inviteeHandedOver,
  inviteeNoShow,
  inviteeRefunded,
  inviteeRescheduled,
  inviteeScheduled,
  inviteeUpdated,
  requestClosed,
  requestCreated,
  type Meeting,
} from './events.ts';
export { extendHold, holdTime, releaseHold } from './hold.ts';
export { requestBooking } from './request.ts';
export { openRequestToken, requestToken } from './request-token.ts';
export { findRequests, type RequestRow } from './requests.store.ts';
export { requestView } from './requests.view.ts';
export { markNoShow } from './no-show.ts';
export { leaveOpenEvents } from './open-events.ts';
export { findEventsLike } from './search.store.ts';
export { updatePayment } from './payments.store.ts';
export { paymentView, type Payment, type RefundPolicy } from './payment.ts';
export { listOwnMoves, moveLoader } from './list-moves.ts';
export { setJoinUrl } from './join-url.ts';
export { isTooLate } from './policies.ts';
export { recordBooking, type Recorded } from './record-booking.ts';
export { reschedule, rescheduleOwn, sameTime } from './reschedule.ts';
export { findInvitee, findPageDetails, hostIdsOf, lockEvent, type InviteeRow } from './store.ts';
export { meetingOf } from './rules.ts';
export { validateBookingOn, type Booking } from './validate-booking.ts';
export { findExpiredInvitees, findInviteesOf, findRequestIdsOf } from './personal-data.store.ts';
export { bookingsOfPerson } from './personal-data.ts';
