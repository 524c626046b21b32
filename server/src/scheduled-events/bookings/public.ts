export { type GroupMeeting, bookGroup, listFreeStarts } from './book-group.ts';
export {
  type PreparedBooking,
  bookPrepared,
  bookTime,
  countBookingMail,
  countLinkUse,
  getPlace,
  holdBooking,
  prepareBooking,
} from './book.ts';
export { buildInvitee, getPrice } from './build-invitee.ts';
export {
  type Confirmation,
  type Proof,
  checkCode,
  codeGone,
  countCodeTry,
  isCodeNeeded,
  sendCode,
} from './confirm-address.ts';
export { type BookingIds, addInvitee, createBooking } from './create-booking.ts';
export { addressCodeRequested } from './events.ts';
export { type ImportedEvent, importBooking } from './import-booking.ts';
export type { PageLocation } from './location.rules.ts';
export { countMail } from './mail-limits.ts';
export { findPageDetails } from './page-details.store.ts';
export { resolveAnswers } from './resolve-answers.ts';
export { type Answer, isBlocked, toIndividualPage } from './rules.ts';
export { tryOrUndo } from './series.store.ts';
export {
  type Booking,
  type Page,
  hasSingleTimes,
  listErrors,
  openPage,
  resolveTarget,
  validateBooking,
  validateBookingOn,
} from './validate-booking.ts';
