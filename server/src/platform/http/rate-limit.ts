import type { Clock } from '../clock.ts';
import { tooManyRequests } from '../problems.ts';
import type { WindowSharing } from './shared-limits.ts';

/** What a key has used, here and elsewhere. */
export interface Window {
  count: number;
  endsAtMs: number;
  /** How much of `count` other processes can know of. */
  shared: number;
  /** What other processes have counted, as far as this one knows. */
  others: number;
}

export interface Verdict {
  readonly allowed: boolean;
  readonly headers: Record<string, string>;
  readonly resetSeconds: number;
}

export interface Limiter {
  take(key: string): Verdict;
}

const maxKeys = 100_000;

const windowMs = 60_000;
/** Which part of its limit a key uses in one process before the others learn of it: most never do. */
const unshared = 0.1;

/**
 * Counts per key in fixed windows, in memory, and shares what is much with other processes. With too many keys, windows that
 * have ended are evicted, and if that is not enough, the oldest.
 */
export function createLimiter(clock: Clock, limit: number, sharing?: WindowSharing): Limiter {
  const windows = new Map<string, Window>();
  return {
    take(key) {
      const nowMs = clock.now().getTime();
      let window = windows.get(key);
      if (!window || window.endsAtMs <= nowMs) {
        if (windows.size >= maxKeys) evict(windows, nowMs);
        window = { count: 0, endsAtMs: nowMs + windowMs, shared: 0, others: 0 };
        windows.delete(key);
        windows.set(key, window);
      }
      window.count += 1;
      if (window.count > limit * unshared) sharing?.share(key, window);
      return verdict(window, limit, nowMs);
    },
  };
}

export function enforceLimit({ allowed, resetSeconds, headers }: Verdict): Record<string, string> {
  if (!allowed) throw tooManyRequests(resetSeconds, headers);
  return headers;
}

function verdict(window: Window, limit: number, nowMs: number): Verdict {
  const count = window.count + window.others;
  const resetSeconds = Math.max(1, Math.ceil((window.endsAtMs - nowMs) / 1000));
  return {
    allowed: count <= limit,
    resetSeconds,
    headers: {
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': String(Math.max(0, limit - count)),
      'ratelimit-reset': String(resetSeconds),
    },
  };
}

function evict(windows: Map<string, Window>, nowMs: number): void {
  for (const [key, window] of windows) if (window.endsAtMs <= nowMs) windows.delete(key);
  for (const key of windows.keys()) {
    if (windows.size < maxKeys) return;
    windows.delete(key);
  }
}
