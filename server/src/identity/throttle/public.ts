export {
  clearAttempts,
  countAll,
  isLimitExceeded,
  readCount,
  throttle,
  throttleAddress,
  uncountAddress,
  type Counter,
} from './throttle.ts';
