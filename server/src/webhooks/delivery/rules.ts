/** When a delivery counts as delivered, when it is retried, and when its webhook is paused, warned about or disabled. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The delay after the first failure, the second, and so on. After the tenth failure a delivery is given up. */
const retryDelaysMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** The delay before the next attempt, with a jitter of ten percent; undefined: no retry. */
export function computeRetryDelayMs(failures: number, random: number): number | undefined {
  const delay = retryDelaysMs[failures - 1];
  return delay === undefined ? undefined : Math.round(delay * (0.9 + 0.2 * random));
}

interface Answer {
  readonly statusCode: number | null;
  readonly error: string | null;
}

/** Undefined when the address answered 2xx; else a sentence. */
export function findDeliveryProblem({ statusCode, error }: Answer): string | undefined {
  if (statusCode === null) return error ?? 'No response.';
  if (statusCode >= 200 && statusCode < 300) return undefined;
  if (statusCode >= 300 && statusCode < 400)
    return `Responded with ${statusCode}; redirects aren’t followed.`;
  return `Answered ${statusCode}.`;
}

const maxWaitMs = 24 * hour;

/** `Retry-After`, as seconds or as a date. At most a day; undefined when it can't be parsed. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * second : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), maxWaitMs);
}

const overloaded = new Set([429, 503]);
const defaultPauseMs = 30 * second;

/** How long to pause all deliveries to an address that says it is overloaded. */
export function computePauseMs(statusCode: number | null, waitMs: number | undefined): number {
  return statusCode !== null && overloaded.has(statusCode) ? (waitMs ?? defaultPauseMs) : 0;
}

/**
 * The circuit breaker opens at this many failures in a row: deliveries to the webhook pause, for longer after each further
 * failure. After a pause one delivery at a time is tried (half open); one success closes it.
 */
export const circuitBreakerFailures = 5;
const maxBreakMs = 5 * minute;

export function computeCircuitBreakMs(failuresInARow: number): number {
  if (failuresInARow < circuitBreakerFailures) return 0;
  return Math.min(maxBreakMs, 5 * second * 2 ** (failuresInARow - circuitBreakerFailures));
}

const warnAfterHours = [72, 24];
const disableAfterHours = 5 * 24;

export type Action = { readonly kind: 'warn'; readonly hours: number } | { readonly kind: 'disable' };

/** What to do about a webhook that has been failing for this long. */
export function decideAction(failingMs: number, warnedHours: number): Action | undefined {
  if (failingMs >= disableAfterHours * hour) return { kind: 'disable' };
  const hours = warnAfterHours.find((limit) => failingMs >= limit * hour);
  return hours !== undefined && hours > warnedHours ? { kind: 'warn', hours } : undefined;
}

/** Why Daybook disables a webhook, as its owner reads it. */
export const disableReasons = {
  url_gone: 'Its URL responded with 410 Gone.',
  failed_for_days: 'All deliveries to its URL failed for 5 days.',
  user_deactivated: 'Its user was deactivated.',
} as const;

type DisableReason = keyof typeof disableReasons;

export function findDisableReason(sentence: string | null): DisableReason | undefined {
  const reasons = Object.keys(disableReasons) as DisableReason[];
  return reasons.find((reason) => disableReasons[reason] === sentence);
}
