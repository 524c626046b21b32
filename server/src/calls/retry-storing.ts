import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Stores what is known nowhere else, and tries again after these delays: the database may be away. A process that stops does not
 * wait for it.
 */
export async function retryStoring(
  store: () => Promise<void>,
  isClosing: () => boolean,
  [delayMs, ...others]: readonly number[],
): Promise<void> {
  try {
    await store();
  } catch (error) {
    if (delayMs === undefined || isClosing()) throw error;
    await sleep(delayMs);
    await retryStoring(store, isClosing, others);
  }
}
