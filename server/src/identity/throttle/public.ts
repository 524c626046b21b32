export { deleteEndedWindows } from './store.ts';
export {
  clearAttempts,
  countAll,
  exceedsLimit,
  throttle,
  throttleAddress,
  uncountAddress,
  type Counter,
} from './throttle.ts';
