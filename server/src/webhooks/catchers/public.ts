export { receiveDelivery, parseCatcherToken, caughtOfPerson } from './catchers.ts';
export { deleteMemberCatchers } from './store.ts';
