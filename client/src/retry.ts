import type { Send } from './core.ts';
import { parseRetryAfter } from './error.ts';

export interface RetryOptions {
  readonly fetch?: Send;
  /** How often a request is sent again after 429, 503 or a dropped connection; 2 unless said. */
  readonly retries?: number;
  /** How long a call may take, with its retries and until the answer is read; 60 s unless said. Streams may take longer. */
  readonly timeoutMs?: number;
}

const firstDelayMs = 500;
const longestDelayMs = 30_000;

/** Repeats what the server refused for the moment, or what a dropped connection left open, where a second arrival does no harm. */
export function withRetries({ fetch: send = fetch, retries = 2, timeoutMs = 60_000 }: RetryOptions): Send {
  return async (address, given, isStream = false) => {
    const request = withLimit(withKey(given), isStream ? Infinity : timeoutMs);
    for (let attempt = 0; ; attempt += 1) {
      const mayRetry = attempt < retries && isSafeToRepeat(request);
      const response = await send(address, request, isStream).catch((error: unknown) => {
        // Nobody knows whether it arrived, and a DELETE that did would be answered with 404 the second time.
        if (!mayRetry || request.signal?.aborted || request.method === 'DELETE') throw error;
        return undefined;
      });
      const delayMs = delayBefore(response, attempt);
      if (response) {
        // A caller who is told to wait longer decides what to do; the error says how long.
        if (!mayRetry || !isRefusedForNow(response) || delayMs > longestDelayMs) return response;
        await response.body?.cancel();
      }
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
function delayBefore(response: Response | undefined, attempt: number): number {
  const seconds = response && parseRetryAfter(response);
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
