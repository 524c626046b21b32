export {
  clearAttempts,
  countAll,
  exceedsLimit,
  readCount,
  throttle,
  throttleAddress,
  uncountAddress,
  type Counter,
} from './throttle.ts';
