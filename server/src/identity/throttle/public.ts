export { deleteEndedWindows } from './store.ts';
export { forgive, forgiveAddress, isTooMany, throttle, throttleAddress } from './throttle.ts';
