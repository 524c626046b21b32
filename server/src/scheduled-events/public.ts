export { bookTime, holdBooking, prepareBooking, bookPrepared, type PreparedBooking } from './book.ts';
export type { BookingIds } from './create-booking.ts';
export { bookGroup, listFreeStarts, type GroupMeeting } from './book-group.ts';
export type { PageLocation } from './location.rules.ts';
export { countMail } from './mail-limits.ts';
export { admitVisitor, bookOrJoinWaitlist, type VisitorBooking } from './admit-visitor.ts';
export { fillSeats } from './fill-seats.ts';
export {
  checkCode,
  codeGone,
  countCodeTry,
  isCodeNeeded,
  sendCode,
  type Confirmation,
  type Proof,
} from './confirm-address.ts';
export { loadInviteeByKey, lockOwnEvent } from './access.ts';
export { cancelEvent, cancelOwnBooking, undoBooking } from './cancel.ts';
export { cancelOwnSeries } from './cancel-series.ts';
export { confirmRequest } from './confirm-request.ts';
export { declineRequest, loadRequest, withdrawRequest } from './end-request.ts';
export { addressCodeRequested } from './bookings.events.ts';
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
export { requestClosed, requestCreated } from './requests.events.ts';
export { waitlistJoined, waitlistLeft } from './waitlist.events.ts';
export { enqueueCancellation, enqueueMove, followJob } from './follow-calendars.jobs.ts';
export { extendHold, filterOwnHolds, holdTime, releaseHold } from './hold.ts';
export { lockHolds } from './holds.store.ts';
export { requestBooking } from './request.ts';
export { openRequestToken, sealRequestToken } from './request-token.ts';
export { findRequests, type RequestRow } from './requests.store.ts';
export { serializeRequest } from './requests.view.ts';
export { markNoShow } from './no-show.ts';
export { reassignOpenEvents } from './open-events.ts';
export { findEventsLike } from './search.store.ts';
export { updatePayment } from './payments.store.ts';
export { serializePayment, type Payment, type RefundPolicy } from './payment.ts';
export { listOwnRescheduleTimes, createRescheduleLoader } from './list-reschedule-times.ts';
export { serializeSeries, type InSeries } from './series.view.ts';
export { buildFilePath } from './view.ts';
export { setJoinUrl } from './join-url.ts';
export { isTooLate } from './policies.ts';
export { importBooking, type ImportedEvent } from './import-booking.ts';
export { importRequest } from './import-request.ts';
export { rescheduleOwn, sameTime } from './reschedule.ts';
export { type InviteeRow, findInvitee, listHostIds, lockEvent } from './store.ts';
export { findPageDetails } from './page-details.store.ts';
export { isBlocked } from './booking.rules.ts';
export { toMeeting } from './rules.ts';
export { hasSingleTimes, validateBookingOn, type Booking } from './validate-booking.ts';
export { findExpiredInvitees, findPersonInvitees, findPersonRequestIds } from './personal-data.store.ts';
export { leaveWaitlist, loadEntry, getPosition } from './waitlist.ts';
export { findEntries, type WaitlistRow } from './waitlist.store.ts';
export { serializeWaitlistEntry } from './waitlist.view.ts';
export { findEvent } from './store.ts';
export { bookingsOfPerson } from './personal-data.ts';
