export { receiveDelivery, parseCatcherToken, caughtOfPerson } from './catchers.ts';
