import { formatWireTime } from '../../platform/clock.ts';
import type { Outcome } from '../../platform/safe-fetch/safe-fetch.ts';
import type { ClaimedDelivery } from './claim.store.ts';
import type { WebhookResult } from './health.store.ts';
import type { AttemptResult } from './results.store.ts';
import { computePauseMs, parseRetryAfter, computeRetryDelayMs, findDeliveryProblem } from './rules.ts';

/** A finished attempt: what to record, and what it says about the address. */
export interface FinishedAttempt {
  readonly result: AttemptResult;
  readonly pauseMs: number;
  /** The address answered 410. */
  readonly isGone: boolean;
}

export function finishAttempt(
  delivery: ClaimedDelivery,
  outcome: Outcome,
  startedAt: Date,
  random: number,
): FinishedAttempt {
  const error = findDeliveryProblem(outcome) ?? null;
  const isDelivered = error === null;
  const failures = delivery.failures + (isDelivered ? 0 : 1);
  const waitMs = parseRetryAfter(outcome.headers['retry-after'], startedAt.getTime());
  const delayMs = isDelivered ? undefined : computeRetryDelayMs(failures, random);
  const { lane, id, attempt } = delivery;
  const { connectMs, firstByteMs, totalMs, statusCode, body } = outcome;
  return {
    result: {
      workspaceId: lane.workspaceId,
      id,
      webhookId: lane.webhookId,
      attempt,
      isDelivered,
      failures,
      retryInMs: delayMs === undefined ? null : Math.max(delayMs, waitMs ?? 0),
      startedAt: formatWireTime(startedAt),
      connectMs,
      firstByteMs,
      totalMs,
      statusCode,
      error,
      response: statusCode === null ? null : storable(body),
    },
    pauseMs: computePauseMs(statusCode, waitMs),
    isGone: statusCode === 410,
  };
}

const maxResponseCharacters = 1_000;

/** The beginning of an answer, as text that PostgreSQL can store. */
function storable(text: string): string {
  const start = text.slice(0, maxResponseCharacters).replaceAll('\0', '\uFFFD');
  // Replaces half of a surrogate pair at the cut.
  return Buffer.from(start).toString();
}

/** What a batch of attempts, in the order in which they ended, says about each webhook. */
export function groupResultsByWebhook(attempts: readonly FinishedAttempt[]): WebhookResult[] {
  const byId = new Map<string, WebhookResult>();
  for (const { result, pauseMs } of attempts) {
    const { workspaceId, webhookId, isDelivered } = result;
    const none = { workspaceId, webhookId, hasSucceeded: false, failures: 0, pauseMs: 0 };
    const before = byId.get(webhookId) ?? none;
    byId.set(
      webhookId,
      isDelivered
        ? { ...none, hasSucceeded: true }
        : { ...before, failures: before.failures + 1, pauseMs: Math.max(before.pauseMs, pauseMs) },
    );
  }
  return [...byId.values()];
}
