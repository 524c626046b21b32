export { endedWindows } from './store.ts';
export { clearAttempts, uncountAddress, exceedsLimit, throttle, throttleAddress } from './throttle.ts';
