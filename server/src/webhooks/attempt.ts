import { wireTime } from '../platform/clock.ts';
import type { Runtime } from '../platform/context.ts';
import type { Outcome } from '../platform/safe-fetch/safe-fetch.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Claimed, OpenLane } from './queue.store.ts';
import type { Health, Result } from './results.store.ts';
import { askedPauseMs, requestedWaitMs, retryDelayMs, whyNotDelivered } from './rules.ts';
import { send, type Destination } from './send.ts';

/** Sends one delivery, and says what follows from the answer. */
export async function attempt(runtime: Runtime, delivery: Claimed): Promise<Ended> {
  const startedAt = runtime.clock.now();
  const message = { id: delivery.eventId, body: delivery.payload };
  const outcome = await send(runtime, destinationOf(runtime.secrets, delivery.lane), message);
  return judge(delivery, outcome, startedAt, Math.random());
}

/** Unsealed once per turn, not once per delivery. */
const destinations = new WeakMap<OpenLane, Destination>();

function destinationOf(secrets: Secrets, lane: OpenLane): Destination {
  const known = destinations.get(lane);
  if (known) return known;
  const sealed = [lane.secretSealed, lane.oldSecretSealed].filter((secret) => secret !== null);
  const destination = {
    callbackUrl: lane.callbackUrl,
    token: lane.tokenSealed && secrets.unseal(lane.tokenSealed),
    secrets: sealed.map((secret) => secrets.unseal(secret)),
  };
  destinations.set(lane, destination);
  return destination;
}

/** An attempt that is over: what is written down, and what it says about the address. */
export interface Ended {
  readonly result: Result;
  readonly pauseMs: number;
  /** The address said that it is gone for good. */
  readonly isGone: boolean;
}

export function judge(delivery: Claimed, outcome: Outcome, startedAt: Date, random: number): Ended {
  const error = whyNotDelivered(outcome) ?? null;
  const isDelivered = error === null;
  const failures = delivery.failures + (isDelivered ? 0 : 1);
  const waitMs = requestedWaitMs(outcome.headers['retry-after'], startedAt.getTime());
  const delayMs = isDelivered ? undefined : retryDelayMs(failures, random);
  const { lane, id, attempt: number } = delivery;
  const { connectMs, firstByteMs, totalMs, statusCode, body } = outcome;
  return {
    result: {
      workspaceId: lane.workspaceId,
      id,
      webhookId: lane.webhookId,
      attempt: number,
      isDelivered,
      failures,
      retryInMs: delayMs === undefined ? null : Math.max(delayMs, waitMs ?? 0),
      startedAt: wireTime(startedAt),
      connectMs,
      firstByteMs,
      totalMs,
      statusCode,
      error,
      response: statusCode === null ? null : storable(body),
    },
    pauseMs: askedPauseMs(statusCode, waitMs),
    isGone: statusCode === 410,
  };
}

const keptCharacters = 1_000;

/** The first bytes of an answer, as text that PostgreSQL can hold. */
function storable(text: string): string {
  const start = text.slice(0, keptCharacters).replaceAll('\0', '\uFFFD');
  // Half of a character at the cut becomes the sign for one that can't be read.
  return Buffer.from(start).toString();
}

/** What a batch of attempts, in the order in which they ended, says about each address. */
export function healthFrom(ended: readonly Ended[]): Health[] {
  const found = new Map<string, Health>();
  for (const { result, pauseMs } of ended) {
    const { workspaceId, webhookId, isDelivered } = result;
    const nothing = { workspaceId, id: webhookId, hasArrived: false, failures: 0, pauseMs: 0 };
    const before = found.get(webhookId) ?? nothing;
    found.set(
      webhookId,
      isDelivered
        ? { ...before, hasArrived: true, failures: 0, pauseMs: 0 }
        : { ...before, failures: before.failures + 1, pauseMs: Math.max(before.pauseMs, pauseMs) },
    );
  }
  return [...found.values()];
}
