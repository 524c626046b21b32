import type { Runtime } from '../../platform/context.ts';
import { listen } from '../../platform/db/listen.ts';
import type { RunningService, Service } from '../../platform/services.ts';
import { createSignal, sleep } from '../../platform/signal.ts';
import { claimBatch, type ClaimedDelivery, type Lane } from './claim.store.ts';
import { createConcurrencyLimits, computeFairShares } from './concurrency.ts';
import { warnOrDisable } from './health.ts';
import type { FailingWebhook } from './health.store.ts';
import { finishAttempt, groupResultsByWebhook, type FinishedAttempt } from './results.ts';
import { recordResults } from './results.store.ts';
import { decideAction, computeCircuitBreakMs } from './rules.ts';
import { openDestination, sendMessage } from './send.ts';

export interface DelivererOptions {
  /** How long a claim is valid. A request ends after 15 s, so a delivery with an older claim is abandoned. */
  readonly leaseMs: number;
  /** How often to poll without a notification. */
  readonly pollMs: number;
  /** The delay between batches, in which more deliveries become due and more results arrive. */
  readonly batchDelayMs: number;
  readonly batchSize: number;
  readonly maxInFlight: number;
}

const defaults: DelivererOptions = {
  leaseMs: 30_000,
  pollMs: 1_000,
  batchDelayMs: 10,
  batchSize: 512,
  maxInFlight: 1_000,
};

/** For a second after a notification or a claim, polling is faster: more is likely to follow. */
const busyMs = 1_000;
const busyPollMs = 50;
const afterErrorMs = 1_000;
/** A request takes up to 15 s: one that starts later than this before the end of the lease would outlive it. */
const requestMs = 16_000;

/** Notified when deliveries become due. */
export const deliveriesChannel = 'daybook_webhooks';

/**
 * Delivers webhooks while the process runs: one loop claims due deliveries and sends them, another records the results.
 * Any number of processes do so side by side; the leases of one that dies expire.
 */
export function createDeliverer(options: Partial<DelivererOptions> = {}): Service {
  return {
    name: 'webhooks',
    pool: 'webhooks',
    start: (runtime) => start(runtime, { ...defaults, ...options }),
  };
}

function start(runtime: Runtime, options: DelivererOptions): RunningService {
  const log = runtime.log.child({ part: 'webhooks' });
  const limits = createConcurrencyLimits();
  const latestStartMs = Math.max(options.leaseMs - requestMs, options.leaseMs / 2);
  const claimSignal = createSignal();
  const resultSignal = createSignal();
  let unrecorded: FinishedAttempt[] = [];
  let isStopping = false;
  let busyUntilMs = 0;

  const claimAndSend = async (): Promise<void> => {
    const claimedMs = performance.now();
    const batch = await claimBatch(runtime.database, options.leaseMs, share);
    for (const delivery of batch) void attempt(delivery, claimedMs);
    if (batch.length > 0) busyUntilMs = performance.now() + busyMs;
    // With a backlog, the next batch is claimed while this one is being sent.
    if (batch.length >= options.batchSize) return;
    const isBusy = performance.now() < busyUntilMs;
    await claimSignal.received(isBusy ? Math.min(busyPollMs, options.pollMs) : options.pollMs);
    await sleep(options.batchDelayMs);
  };

  const share = (lanes: readonly Lane[]) => {
    const free = options.maxInFlight - limits.inFlight - unrecorded.length;
    const places = isStopping ? 0 : Math.min(options.batchSize, Math.max(0, free));
    return computeFairShares(places < lanes.length ? shuffled(lanes) : lanes, places, limits.freeFor);
  };

  const attempt = async (delivery: ClaimedDelivery, claimedMs: number): Promise<void> => {
    if (performance.now() - claimedMs > latestStartMs) return;
    const { webhookId } = delivery.lane;
    limits.start(webhookId);
    const finished = await sendOne(runtime, delivery).catch((error: unknown) => {
      log.error({ err: error, deliveryId: delivery.id }, 'delivery could not be attempted');
      return undefined;
    });
    limits.end(webhookId, finished?.result.isDelivered ?? false);
    if (finished) unrecorded.push(finished);
    resultSignal.send();
  };

  const record = async (): Promise<void> => {
    if (unrecorded.length === 0) return resultSignal.received(options.pollMs);
    const batch = unrecorded;
    unrecorded = [];
    try {
      const attempts = batch.map(({ result }) => result);
      const failing = await recordResults(
        runtime.database,
        attempts,
        groupResultsByWebhook(batch),
        computeCircuitBreakMs,
      );
      actOnFailing(batch, failing);
      // There are places again, and the next delivery with the same ordering key may be due.
      claimSignal.send();
    } catch (error) {
      // Only this process knows these results: they are recorded once the database is back.
      unrecorded = [...batch, ...unrecorded];
      throw error;
    }
    return sleep(options.batchDelayMs);
  };

  /** Not awaited, so that failing webhooks do not delay the others. If it fails, the next failure repeats it. */
  const actOnFailing = (batch: readonly FinishedAttempt[], failing: readonly FailingWebhook[]): void => {
    const gone = new Set(batch.flatMap(({ isGone, result }) => (isGone ? [result.webhookId] : [])));
    for (const webhook of failing) {
      const isGone = gone.has(webhook.webhookId);
      if (!isGone && !decideAction(webhook.failingMs, webhook.warnedHours)) continue;
      warnOrDisable(runtime, webhook, isGone).catch((error: unknown) =>
        log.warn({ err: error }, 'failing webhook was neither warned about nor disabled'),
      );
    }
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

  const listening = listen(runtime.database.pool, deliveriesChannel, () => {
    busyUntilMs = performance.now() + busyMs;
    claimSignal.send();
  });
  const claiming = repeat(claimAndSend, () => isStopping);
  const recording = repeat(record, () => isStopping && limits.inFlight === 0 && unrecorded.length === 0);
  return {
    async stop() {
      isStopping = true;
      claimSignal.send();
      await claiming;
      resultSignal.send();
      await recording;
      listening.stop();
    },
  };
}

async function sendOne(runtime: Runtime, delivery: ClaimedDelivery): Promise<FinishedAttempt> {
  const startedAt = runtime.clock.now();
  const message = { id: delivery.eventId, body: delivery.payload };
  const outcome = await sendMessage(runtime, openDestination(runtime.secrets, delivery.lane), message);
  return finishAttempt(delivery, outcome, startedAt, Math.random());
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
