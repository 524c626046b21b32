export { type VisitorBooking, admitVisitor, bookOrJoinWaitlist } from './admit-visitor.ts';
export { waitlistJoined, waitlistLeft } from './events.ts';
export { bookFromWaitlist, chooseNext, fillSeats } from './fill-seats.ts';
export { type WaitlistRow, findEntries } from './store.ts';
export { serializeWaitlistEntry } from './view.ts';
export { closeWaitlist, getPosition, leaveWaitlist, loadEntry } from './waitlist.ts';
