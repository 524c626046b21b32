import type { Runtime } from '../platform/context.ts';
import { listen } from '../platform/db/listen.ts';
import type { RunningService, Service } from '../platform/services.ts';
import { attend } from './attend.ts';
import { attempt, healthFrom, type Ended } from './attempt.ts';
import { wakeChannel } from './deliveries.store.ts';
import { record, take, type Claimed, type OpenLane } from './queue.store.ts';
import type { Failing } from './results.store.ts';
import { breakMs, measureFor, shareOut } from './rules.ts';
import { createWindows } from './windows.ts';

export interface Limits {
  /** How long a delivery is ours. A request is over after 15 s, so whoever holds one longer is gone. */
  readonly leaseMs: number;
  /** How often to look without being woken. */
  readonly idleMs: number;
  /** The pause in which more becomes due, or more results gather. */
  readonly paceMs: number;
  /** Deliveries under way at once. */
  readonly mostInFlight: number;
  /** Deliveries taken at once. */
  readonly batch: number;
}

const usual: Limits = { leaseMs: 30_000, idleMs: 1_000, paceMs: 10, mostInFlight: 1_000, batch: 512 };

/** After something was sent, or a wake-up came, there is often more to come. */
const attentiveMs = 1_000;
const attentiveIdleMs = 50;
const afterErrorMs = 1_000;
/** A request takes up to 15 s: one that begins too late would outlive its lease. */
const requestMs = 16_000;

/**
 * Sends webhooks for as long as the process runs: takes what is due in batches and sends it, and beside that writes down in
 * batches what came of it. Any number of processes do so side by side. One that dies leaves its leases, which end by
 * themselves.
 */
export function deliverer(limits: Partial<Limits> = {}): Service {
  return { name: 'webhooks', start: (runtime) => startDelivering(runtime, { ...usual, ...limits }) };
}

function startDelivering(runtime: Runtime, limits: Limits): RunningService {
  const log = runtime.log.child({ part: 'webhooks' });
  const windows = createWindows();
  const latestStartMs = Math.max(limits.leaseMs - requestMs, limits.leaseMs / 2);
  const due = createBell();
  const over = createBell();
  let ended: Ended[] = [];
  let isStopping = false;
  let attentiveUntilMs = 0;

  const stayAttentive = (): void => {
    attentiveUntilMs = performance.now() + attentiveMs;
    due.ring();
  };

  const share = (lanes: readonly OpenLane[]) => {
    const room = limits.mostInFlight - windows.inFlight - ended.length;
    const places = isStopping ? 0 : Math.min(limits.batch, Math.max(0, room));
    return shareOut(places < lanes.length ? shuffled(lanes) : lanes, places, windows.roomOf);
  };

  const sendOne = async (delivery: Claimed, claimedMs: number): Promise<void> => {
    if (performance.now() - claimedMs > latestStartMs) return;
    const { webhookId } = delivery.lane;
    windows.begin(webhookId);
    const outcome = await attempt(runtime, delivery).catch((error: unknown) => {
      log.error({ err: error, deliveryId: delivery.id }, 'delivery could not be attempted');
      return undefined;
    });
    windows.end(webhookId, outcome?.result.isDelivered ?? false);
    if (outcome) ended.push(outcome);
    over.ring();
  };

  /** Not waited for: addresses that fail are nothing to hold up the others for. What is missed is met at the next failure. */
  const lookAfter = (batch: readonly Ended[], failing: readonly Failing[]): void => {
    const gone = new Set(batch.flatMap(({ isGone, result }) => (isGone ? [result.webhookId] : [])));
    for (const address of failing) {
      const isGone = gone.has(address.id);
      if (!isGone && !measureFor(address.failingMs, address.warnedHours)) continue;
      attend(runtime, address, isGone).catch((error: unknown) =>
        log.warn({ err: error }, 'webhook not looked after'),
      );
    }
  };

  const takeAndSend = async (): Promise<void> => {
    const startedMs = performance.now();
    const claimed = await take(runtime.database, limits.leaseMs, share);
    for (const delivery of claimed) void sendOne(delivery, startedMs);
    if (claimed.length > 0) attentiveUntilMs = performance.now() + attentiveMs;
    // With a backlog the database looks for the next ones while these are on their way.
    if (claimed.length >= limits.batch) return;
    const isAttentive = performance.now() < attentiveUntilMs;
    await due.heard(isAttentive ? Math.min(attentiveIdleMs, limits.idleMs) : limits.idleMs);
    await sleep(limits.paceMs);
  };

  const writeDown = async (): Promise<void> => {
    if (ended.length === 0) return over.heard(limits.idleMs);
    const batch = ended;
    ended = [];
    const results = batch.map(({ result }) => result);
    try {
      lookAfter(batch, await record(runtime.database, results, healthFrom(batch), breakMs));
      // What ended has made room, and may have let the next one with its key pass.
      due.ring();
    } catch (error) {
      // What was sent is known to us alone: it is written down as soon as the database is back.
      ended = [...batch, ...ended];
      throw error;
    }
    return sleep(limits.paceMs);
  };

  const repeat = async (work: () => Promise<void>, isDone: () => boolean): Promise<void> => {
    while (!isDone()) {
      try {
        await work();
      } catch (error) {
        log.warn({ err: error }, 'webhooks wait for the database');
        if (isStopping) return;
        await sleep(afterErrorMs);
      }
    }
  };

  const listening = listen(runtime.database.pool, wakeChannel, stayAttentive);
  const taking = repeat(takeAndSend, () => isStopping);
  const writing = repeat(writeDown, () => isStopping && windows.inFlight === 0 && ended.length === 0);
  return {
    async stop() {
      isStopping = true;
      due.ring();
      await taking;
      over.ring();
      await writing;
      listening.stop();
    },
  };
}

/** Lets one who waits go on at once. */
interface Bell {
  ring(): void;
  /** Until it rings, but no longer than this. A ring that came while nobody waited counts. */
  heard(limitMs: number): Promise<void>;
}

function createBell(): Bell {
  let hasRung = false;
  let wake = (): void => {};
  return {
    ring() {
      hasRung = true;
      wake();
    },
    async heard(limitMs) {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, limitMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      hasRung = false;
    },
  };
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
