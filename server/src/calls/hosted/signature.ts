import { createHmac, timingSafeEqual } from 'node:crypto';

interface SignatureInput {
  readonly algorithm: 'sha1' | 'sha256';
  readonly encoding: 'hex' | 'base64';
  readonly key: string;
  readonly text: string;
}

export function isHmac(given: string, { algorithm, encoding, key, text }: SignatureInput): boolean {
  const expected = Buffer.from(createHmac(algorithm, key).update(text).digest(encoding));
  const bytes = Buffer.from(encoding === 'hex' ? given.toLowerCase() : given);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

/** Whether a signed time is close enough to now for the report to be no replay of an earlier one. */
export function isRecent(timeMs: number, now: Date, toleranceMs: number): boolean {
  return Math.abs(now.getTime() - timeMs) <= toleranceMs;
}
