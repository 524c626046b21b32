import type { Send } from './core.ts';
import { retryAfterOf } from './error.ts';

export interface RetryOptions {
  readonly fetch?: Send;
  /** How often a request that was answered with 429 or 503 is sent again; 2 unless said. */
  readonly retries?: number;
  /** How long a call may take, with its retries and until the answer is read; 60 s unless said. Streams may take longer. */
  readonly timeoutMs?: number;
}

const firstDelayMs = 500;
const longestDelayMs = 30_000;

/** Repeats what the server refused for the moment, where a second arrival does no harm. */
export function withRetries({ fetch: send = fetch, retries = 2, timeoutMs = 60_000 }: RetryOptions): Send {
  return async (address, given, isStream = false) => {
    const request = withLimit(withKey(given), isStream ? Infinity : timeoutMs);
    for (let attempt = 0; ; attempt += 1) {
      const response = await send(address, request, isStream);
      const delayMs = delayBefore(response, attempt);
      const mayRetry = attempt < retries && isRefusedForNow(response) && isSafeToRepeat(request);
      // Whoever is told to wait longer decides for themselves; the error says for how long.
      if (!mayRetry || delayMs > longestDelayMs) return response;
      await response.body?.cancel();
      await pause(delayMs, request.signal);
    }
  };
}

/** With a key a POST has its effect once, however often it arrives. */
function withKey(request: RequestInit): RequestInit {
  const headers = new Headers(request.headers);
  if (request.method === 'POST' && !headers.has('idempotency-key')) headers.set('idempotency-key', newKey());
  return { ...request, headers };
}

/** `crypto.randomUUID` is missing on pages that came without TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function withLimit(request: RequestInit, timeoutMs: number): RequestInit {
  if (timeoutMs === Infinity) return request;
  const limit = AbortSignal.timeout(timeoutMs);
  return { ...request, signal: request.signal ? AbortSignal.any([request.signal, limit]) : limit };
}

const isRefusedForNow = ({ status }: Response): boolean => status === 429 || status === 503;

/** A PATCH may do more the second time, and a stream can be read only once. */
function isSafeToRepeat({ method, body }: RequestInit): boolean {
  return method !== 'PATCH' && !(body instanceof ReadableStream);
}

/** As the server says, else longer each time; spread at random, so that clients do not come back all at once. */
function delayBefore(response: Response, attempt: number): number {
  const seconds = retryAfterOf(response);
  const spreadMs = firstDelayMs * 2 ** attempt;
  return (seconds === undefined ? spreadMs / 2 : seconds * 1000) + Math.random() * spreadMs;
}

function pause(delayMs: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
