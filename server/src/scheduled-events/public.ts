export { book, holdBooking, prepareBooking, takeBooking, type Prepared } from './book.ts';
export type { Booked } from './enter-booking.ts';
export { bookTogether, listFreeStarts, type Gathering } from './book-together.ts';
export type { PageLocation } from './location.rules.ts';
export { countMail } from './mail-limits.ts';
export { admitVisitor, takeOrWait, type VisitorBooking } from './admit-visitor.ts';
export { fillSeats } from './fill-seats.ts';
export {
  checkCode,
  codeGone,
  countCodeTry,
  needsCode,
  sendCode,
  type Confirmation,
  type Proof,
} from './confirm-address.ts';
export { loadInviteeByKey, lockOwnEvent } from './access.ts';
export { cancelEvent, cancelOwnBooking, undoBooking } from './cancel.ts';
export { cancelOwnSeries } from './cancel-series.ts';
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
  seriesCancelled,
  seriesScheduled,
  waitlistJoined,
  waitlistLeft,
  type Meeting,
} from './events.ts';
export { followJob } from './follow-calendars.jobs.ts';
export { extendHold, filterOwnHolds, holdTime, releaseHold } from './hold.ts';
export { lockHolds } from './holds.store.ts';
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
export { seriesView, type InSeries } from './series.view.ts';
export { filePath } from './view.ts';
export { setJoinUrl } from './join-url.ts';
export { isTooLate } from './policies.ts';
export { recordBooking, type Recorded } from './record-booking.ts';
export { recordRequest } from './record-request.ts';
export { rescheduleOwn, sameTime } from './reschedule.ts';
export { findInvitee, findPageDetails, hostIdsOf, lockEvent, type InviteeRow } from './store.ts';
export { isBlocked, meetingOf } from './rules.ts';
export { offersSingleTimes, validateBookingOn, type Booking } from './validate-booking.ts';
export { findExpiredInvitees, findInviteesOf, findRequestIdsOf } from './personal-data.store.ts';
export { leaveWaitlist, loadEntry, positionOf } from './waitlist.ts';
export { findEntries, type WaitlistRow } from './waitlist.store.ts';
export { waitlistView } from './waitlist.view.ts';
export { findEvent } from './store.ts';
export { bookingsOfPerson } from './personal-data.ts';
