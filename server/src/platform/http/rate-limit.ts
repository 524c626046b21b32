import type { Clock } from '../clock.ts';
import { tooManyRequests } from '../problems.ts';

interface Window {
  count: number;
  endsAtMs: number;
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

/**
 * Counts per key in fixed windows, in this process (docs/decisions/0005). With too many keys, windows that have ended are
 * evicted, and if that is not enough, the oldest.
 */
export function createLimiter(clock: Clock, limit: number, windowMs = 60_000): Limiter {
  const windows = new Map<string, Window>();
  return {
    take(key) {
      const nowMs = clock.now().getTime();
      let window = windows.get(key);
      if (!window || window.endsAtMs <= nowMs) {
        if (windows.size >= maxKeys) evict(windows, nowMs);
        window = { count: 0, endsAtMs: nowMs + windowMs };
        windows.delete(key);
        windows.set(key, window);
      }
      window.count += 1;
      return verdict(window, limit, nowMs);
    },
  };
}

export function enforce({ allowed, resetSeconds, headers }: Verdict): Record<string, string> {
  if (!allowed) throw tooManyRequests(resetSeconds, headers);
  return headers;
}

function verdict(window: Window, limit: number, nowMs: number): Verdict {
  const resetSeconds = Math.max(1, Math.ceil((window.endsAtMs - nowMs) / 1000));
  return {
    allowed: window.count <= limit,
    resetSeconds,
    headers: {
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': String(Math.max(0, limit - window.count)),
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
