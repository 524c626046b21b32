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

/** What an address counts as: of IPv6 the network of 64 bits, in which a visitor may choose any address. */
export function networkOf(address: string): string {
  const isIpv6 = address.includes(':') && !address.includes('.');
  if (!isIpv6) return address.replace(/^::ffff:/i, '');
  const [head = '', tail] = address.split('%', 1)[0]?.toLowerCase().split('::') ?? [];
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [
    string[],
    string[],
  ];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
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
