export { extendHold, filterOwnHolds, findOwnHold, holdPlace, holdTime, releaseHold } from './hold.ts';
export { deleteRequestHold, insertHold, lockHolds } from './holds.store.ts';
export { type HostTime, deleteHosts, releaseTime } from './host-times.store.ts';
export { requestCalendarAnswers, requireCalendarAnswers } from './require-calendar-answers.ts';
export { formatResources, reserveResources } from './reserve-resources.ts';
export {
  type OfferedSlot,
  type Reservation,
  chooseAnyPlace,
  choosePlace,
  getFutureStart,
  isLimited,
  rejectAway,
  reservePlace,
  reserveTime,
} from './reserve-time.ts';
export { dropResources, releaseResources } from './resources.store.ts';
export { sortByTurn } from './rules.ts';
export { countSeats } from './seats.ts';
export {
  type LocalTime,
  buildHostTime,
  buildTimes,
  computeWindow,
  computeWindowAround,
  computeWindowOver,
  findOffered,
  listInstants,
  parseWhen,
  slotTaken,
  validateTime,
} from './time.ts';
