import { overloaded } from '../problems.ts';

/**
 * Requests that wait for a connection. The queue is bounded by length and by age, since a request that waits longer than
 * its caller does is work for nobody.
 *
 * `new` requests have done nothing yet and are the ones to refuse. `started` ones have been authenticated or looked up
 * already; they go first, so that a new one is let in only when nothing that was begun has to wait for it.
 */
export type Priority = 'new' | 'started';

export interface RequestQueue {
  /** Waits for a place and returns the function that gives it back. Rejects with 503 when there will be none in time. */
  enter(priority: Priority): Promise<LeaveQueue>;
  /** Whether a new request would be refused at once. */
  isFull(): boolean;
  /** Counts a request that was refused without entering. */
  countShed(): void;
  readonly waiting: Readonly<Record<Priority, number>>;
  readonly shed: number;
}

export type LeaveQueue = () => void;

export interface QueueLimits {
  /** How many use the database at once. */
  readonly concurrency: number;
  /** How many new requests may wait. */
  readonly length: number;
  /** How long one may wait that comes with a burst. */
  readonly burstWaitMs: number;
  /** How long one may wait when the queue has not been empty for `standingAfterMs`: that is no burst any more. */
  readonly standingWaitMs: number;
  readonly standingAfterMs: number;
  /** How long a started one may wait. */
  readonly startedWaitMs: number;
}

const usual = { burstWaitMs: 3_000, standingWaitMs: 500, standingAfterMs: 1_000, startedWaitMs: 5_000 };

interface Waiter {
  readonly resolve: (leave: LeaveQueue) => void;
  readonly timer: NodeJS.Timeout;
}

export function createRequestQueue(
  given: Pick<QueueLimits, 'concurrency' | 'length'> & Partial<QueueLimits>,
): RequestQueue {
  const limits: QueueLimits = { ...usual, ...given };
  const waiters: Record<Priority, Set<Waiter>> = { new: new Set(), started: new Set() };
  let active = 0;
  let shed = 0;
  let lastEmptyMs = performance.now();

  const isFull = (): boolean => waiters.new.size >= limits.length;

  const waitMsOf = (priority: Priority): number => {
    if (priority === 'started') return limits.startedWaitMs;
    const nowMs = performance.now();
    if (waiters.new.size === 0) lastEmptyMs = nowMs;
    return nowMs - lastEmptyMs > limits.standingAfterMs ? limits.standingWaitMs : limits.burstWaitMs;
  };

  const refuse = (): Error => {
    shed += 1;
    return overloaded();
  };

  const leaveOnce = (): LeaveQueue => {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      active -= 1;
      admitNext();
    };
  };

  const admitNext = (): void => {
    const queue = waiters.started.size > 0 ? waiters.started : waiters.new;
    // A Set keeps the order in which its members came.
    const [next] = queue;
    if (!next || active >= limits.concurrency) return;
    queue.delete(next);
    clearTimeout(next.timer);
    active += 1;
    next.resolve(leaveOnce());
  };

  return {
    isFull,
    countShed() {
      shed += 1;
    },
    get waiting() {
      return { new: waiters.new.size, started: waiters.started.size };
    },
    get shed() {
      return shed;
    },
    enter(priority) {
      const queue = waiters[priority];
      if (active < limits.concurrency && waiters.started.size === 0 && queue.size === 0) {
        active += 1;
        return Promise.resolve(leaveOnce());
      }
      // Each started one was a new one before, so that their number is bounded in practice; this is for certain.
      const bound = priority === 'new' ? limits.length : 2 * limits.length;
      if (queue.size >= bound) return Promise.reject(refuse());
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          queue.delete(waiter);
          reject(refuse());
        }, waitMsOf(priority));
        const waiter: Waiter = { resolve, timer };
        queue.add(waiter);
      });
    },
  };
}
