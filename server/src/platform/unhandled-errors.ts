import type { Log } from './log.ts';

let rejections = 0;

/** For /metrics: more than zero is a bug of ours. */
export const countUnhandledRejections = (): number => rejections;

/**
 * A rejection that nobody handles is logged and counted, and the process goes on: what a request or job did is in its
 * transaction, so there is no state that it could have left half done. An exception that nobody catches was thrown in the
 * middle of a callback, of which that can't be said: it is logged, and the process stops (docs/decisions/0018).
 */
export function handleUnhandledErrors(log: Log, stop: () => void): void {
  process.on('unhandledRejection', (reason) => {
    rejections += 1;
    log.error({ err: reason }, 'unhandled rejection');
  });
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    stop();
  });
}
