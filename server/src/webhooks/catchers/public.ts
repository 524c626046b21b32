export { catchDelivery, catcherToken, caughtOfPerson } from './catchers.ts';
