import type { Lane, Share } from './claim.store.ts';
import { circuitBreakerFailures } from './rules.ts';

/** How many deliveries are in flight to each webhook, and how many may be. */
export interface ConcurrencyLimits {
  /** Over all webhooks. */
  readonly inFlight: number;
  /** How many more deliveries to this webhook may start now. */
  freeFor(lane: Pick<Lane, 'webhookId' | 'failures'>): number;
  start(webhookId: string): void;
  end(webhookId: string, isDelivered: boolean): void;
}

interface Limit {
  inFlight: number;
  limit: number;
}

const initialLimit = 4;
const maxLimit = 32;
const maxEntries = 10_000;

/**
 * Each webhook has a limit of its own, by additive increase and multiplicative decrease: a success adds one, a failure
 * halves it. So a fast address gets many at once, and one that never answers blocks few. With the circuit breaker open or
 * half open it is one.
 */
export function createConcurrencyLimits(): ConcurrencyLimits {
  const limits = new Map<string, Limit>();
  let inFlight = 0;
  const limitOf = (webhookId: string): Limit => {
    const known = limits.get(webhookId);
    if (known) return known;
    if (limits.size >= maxEntries) deleteIdle(limits);
    const limit = { inFlight: 0, limit: initialLimit };
    limits.set(webhookId, limit);
    return limit;
  };
  return {
    get inFlight() {
      return inFlight;
    },
    freeFor({ webhookId, failures }) {
      const { inFlight: used, limit } = limits.get(webhookId) ?? { inFlight: 0, limit: initialLimit };
      return (failures >= circuitBreakerFailures ? 1 : limit) - used;
    },
    start(webhookId) {
      limitOf(webhookId).inFlight += 1;
      inFlight += 1;
    },
    end(webhookId, isDelivered) {
      const entry = limitOf(webhookId);
      entry.inFlight -= 1;
      inFlight -= 1;
      entry.limit = isDelivered
        ? Math.min(maxLimit, entry.limit + 1)
        : Math.max(1, Math.floor(entry.limit / 2));
    },
  };
}

function deleteIdle(limits: Map<string, Limit>): void {
  for (const [webhookId, { inFlight }] of limits) if (inFlight === 0) limits.delete(webhookId);
}

/**
 * Divides a batch among the lanes: equally between workspaces, then equally between the webhooks of each, and never above
 * what is free for a lane. If there are more lanes than places, the first ones get them.
 */
export function computeFairShares<L extends { readonly workspaceId: string }>(
  lanes: readonly L[],
  places: number,
  freeFor: (lane: L) => number,
): Share<L>[] {
  const open = lanes.flatMap((lane) => {
    const free = freeFor(lane);
    return free > 0 ? [{ lane, free }] : [];
  });
  const lanesPerWorkspace = new Map<string, number>();
  for (const { lane } of open) {
    lanesPerWorkspace.set(lane.workspaceId, (lanesPerWorkspace.get(lane.workspaceId) ?? 0) + 1);
  }
  let left = places;
  return open.flatMap(({ lane, free }) => {
    const siblings = lanesPerWorkspace.get(lane.workspaceId) ?? 1;
    const fair = Math.ceil(places / lanesPerWorkspace.size / siblings);
    const count = Math.min(free, fair, left);
    left -= count;
    return count > 0 ? [{ lane, count }] : [];
  });
}
