import type { z } from 'zod';
import type { Outbound, Outcome } from '../../platform/safe-fetch/safe-fetch.ts';
import type { HostedState } from './platform.ts';

/** A listed call comes with its transcript and all messages. */
const maxResponseBytes = 8 * 1024 * 1024;

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is a form. */
  readonly body?: object | undefined;
}

export function sendToPlatform(
  outbound: Outbound,
  url: string,
  { method, headers, body }: Sent,
): Promise<Outcome> {
  const isForm = body instanceof URLSearchParams;
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return outbound.request(url, {
    method,
    headers: { accept: 'application/json', ...(body && { 'content-type': type }), ...headers },
    ...(body && { body: isForm ? body.toString() : JSON.stringify(body) }),
    timeoutMs: 30_000,
    maxResponseBytes,
  });
}

/** An answer other than 2xx to a request to dial: `not_placed` when nothing was sent or it was refused, else `unknown`. */
export function toRefusalState(who: string, { statusCode, failure, error }: Outcome): HostedState {
  const wasNotSent = failure === 'refused' || failure === 'unresolved' || failure === 'unconnected';
  if (wasNotSent) return { state: 'not_placed', error: `${who} can’t be reached: ${error}` };
  if (statusCode === null) return { state: 'unknown', error: error ?? `${who} didn’t respond.` };
  // 408 and 409 refuse the message, not the call: it may be a duplicate of one that was accepted.
  const isRefusal = statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 409;
  return { state: isRefusal ? 'not_placed' : 'unknown', error: `${who} answered ${statusCode}.` };
}

export function isAccepted({ statusCode }: Outcome): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/** What was asked for, or why it is not known. */
export function parseAnswer<T>(who: string, schema: z.ZodType<T>, answer: Outcome): T | string {
  if (answer.statusCode === null) return answer.error ?? `${who} didn’t respond.`;
  if (!isAccepted(answer)) return `${who} answered ${answer.statusCode} when asked about the call.`;
  if (answer.isTruncated) return `The response from ${who} was incomplete.`;
  const { success, data } = schema.safeParse(parseJson(answer.body));
  return success ? data : `${who} sent an unexpected response.`;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
