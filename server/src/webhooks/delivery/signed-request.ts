import { timingSafeEqual } from 'node:crypto';
import { computeSignatures } from './signature.ts';

/** A request of which every byte counts. */
interface SignedRequest {
  readonly text: string;
  header(name: string): string | undefined;
}

const toleranceMs = 5 * 60_000;

/** The headers of Standard Webhooks: an HMAC over id, time and the text of the body. */
export function signRequest(secret: string, id: string, now: Date, body: string): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': computeSignatures([secret], { id, timestamp, body }),
  };
}

/** Whether one of the request's signatures is valid for this secret and at most five minutes off. */
export function isSigned(secret: string, request: SignedRequest, now: Date): boolean {
  const id = request.header('webhook-id') ?? '';
  const time = request.header('webhook-timestamp') ?? '';
  if (id === '' || !/^\d{1,12}$/.test(time)) return false;
  const timestamp = Number(time);
  if (Math.abs(now.getTime() - timestamp * 1000) > toleranceMs) return false;
  const expected = Buffer.from(computeSignatures([secret], { id, timestamp, body: request.text }));
  const given = (request.header('webhook-signature') ?? '')
    .split(' ')
    .slice(0, 10)
    .map((text) => Buffer.from(text));
  return given.some((bytes) => bytes.length === expected.length && timingSafeEqual(bytes, expected));
}
