import { wireTime } from '../platform/clock.ts';
import type { Runtime } from '../platform/context.ts';
import type { Outcome } from '../platform/safe-fetch/safe-fetch.ts';
import type { Claimed, Health, Result } from './queue.store.ts';
import { askedPauseMs, requestedWaitMs, retryDelayMs, whyNotDelivered } from './rules.ts';
import { send } from './send.ts';

/** Sends one delivery, and says what follows from the answer. */
export async function attempt(runtime: Runtime, delivery: Claimed): Promise<Ended> {
  const startedAt = runtime.clock.now();
  const { secrets } = runtime;
  const sealed = [delivery.secretSealed, delivery.oldSecretSealed].filter((secret) => secret !== null);
  const to = {
    callbackUrl: delivery.callbackUrl,
    token: delivery.tokenSealed && secrets.unseal(delivery.tokenSealed),
    secrets: sealed.map((secret) => secrets.unseal(secret)),
  };
  const outcome = await send(runtime, to, { id: delivery.eventId, body: delivery.payload });
  return judge(delivery, outcome, startedAt, Math.random());
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
  const waitMs = requestedWaitMs(outcome.retryAfter, startedAt.getTime());
  const delayMs = isDelivered ? undefined : retryDelayMs(failures, random);
  const { workspaceId, id, webhookId, attempt: number } = delivery;
  const { connectMs, firstByteMs, totalMs, statusCode, body } = outcome;
  return {
    result: {
      workspaceId,
      id,
      webhookId,
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
    const before = found.get(webhookId) ?? {
      workspaceId,
      webhookId,
      hasArrived: false,
      failures: 0,
      pauseMs: 0,
    };
    found.set(
      webhookId,
      isDelivered
        ? { ...before, hasArrived: true, failures: 0, pauseMs: 0 }
        : { ...before, failures: before.failures + 1, pauseMs: Math.max(before.pauseMs, pauseMs) },
    );
  }
  return [...found.values()];
}
