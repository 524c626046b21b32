import type { Runtime } from '../platform/context.ts';
import { listen } from '../platform/db/listen.ts';
import type { RunningService, Service } from '../platform/services.ts';
import { attend } from './attend.ts';
import { attempt, healthFrom, type Ended } from './attempt.ts';
import { wakeChannel } from './deliveries.store.ts';
import { takeTurn, type Claimed, type OpenLane } from './queue.store.ts';
import type { Failing } from './results.store.ts';
import { breakMs, measureFor, shareOut } from './rules.ts';
import { createWindows } from './windows.ts';

export interface Limits {
  /** How long a delivery is ours. A request is over after 15 s, so whoever holds one longer is gone. */
  readonly leaseMs: number;
  /** How often to look without being woken. */
  readonly idleMs: number;
  /** The pause between two turns, in which results gather. */
  readonly paceMs: number;
  /** Deliveries under way at once. */
  readonly mostInFlight: number;
  /** Deliveries taken in one turn. */
  readonly batch: number;
}

const usual: Limits = { leaseMs: 30_000, idleMs: 1_000, paceMs: 10, mostInFlight: 1_000, batch: 256 };

/** After something was sent, or a wake-up came, there is often more to come. */
const attentiveMs = 1_000;
const attentiveIdleMs = 50;
const afterErrorMs = 1_000;
/** A request takes up to 15 s: one that begins too late would outlive its lease. */
const requestMs = 16_000;

/**
 * Sends webhooks for as long as the process runs: takes what is due in batches, sends it, writes down what came of it.
 * Any number of processes do so side by side. One that dies leaves its leases, which end by themselves.
 */
export function deliverer(limits: Partial<Limits> = {}): Service {
  return { name: 'webhooks', start: (runtime) => startDelivering(runtime, { ...usual, ...limits }) };
}

function startDelivering(runtime: Runtime, limits: Limits): RunningService {
  const log = runtime.log.child({ part: 'webhooks' });
  const windows = createWindows();
  const latestStartMs = Math.max(limits.leaseMs - requestMs, limits.leaseMs / 2);
  let ended: Ended[] = [];
  let isStopping = false;
  let wake = (): void => {};
  let attentiveUntilMs = 0;

  const stayAttentive = (): void => {
    attentiveUntilMs = performance.now() + attentiveMs;
    wake();
  };

  const share = (lanes: readonly OpenLane[]) => {
    const places = isStopping ? 0 : Math.min(limits.batch, limits.mostInFlight - windows.inFlight);
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
    wake();
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

  /** Returns whether there was anything to do. */
  const turn = async (): Promise<boolean> => {
    const batch = ended;
    ended = [];
    const startedMs = performance.now();
    const results = batch.map(({ result }) => result);
    try {
      const { leaseMs } = limits;
      const health = healthFrom(batch);
      const { claimed, failing } = await takeTurn(runtime.database, {
        results,
        health,
        leaseMs,
        breakMs,
        share,
      });
      for (const delivery of claimed) void sendOne(delivery, startedMs);
      lookAfter(batch, failing);
      return claimed.length > 0 || batch.length > 0;
    } catch (error) {
      // What was sent is known to us alone: it is written down as soon as the database is back.
      ended = [...batch, ...ended];
      throw error;
    }
  };

  const run = async (): Promise<void> => {
    while (!isStopping || windows.inFlight > 0 || ended.length > 0) {
      try {
        if (await turn()) attentiveUntilMs = performance.now() + attentiveMs;
        await sleep(limits.paceMs);
      } catch (error) {
        log.warn({ err: error }, 'webhooks wait for the database');
        if (isStopping) break;
        await sleep(afterErrorMs);
      }
      if (ended.length > 0) continue;
      const idleMs =
        performance.now() < attentiveUntilMs ? Math.min(attentiveIdleMs, limits.idleMs) : limits.idleMs;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, idleMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };

  const listening = listen(runtime.database.pool, wakeChannel, stayAttentive);
  const running = run();
  return {
    async stop() {
      isStopping = true;
      wake();
      await running;
      listening.stop();
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
