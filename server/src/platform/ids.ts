import { randomBytes, randomFillSync } from 'node:crypto';

const digits = '0123456789';
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const base62 = digits + upper + upper.toLowerCase();

/** Identifiers, each in the form that resolutions section 1 gives it. */
export const generateUserId = (): string => randomText(digits + upper, 15);
export const generateEventId = (): string => `dbk-${randomText(base62, 16)}`;
export const generateShortId = (): string => randomText(base62, 10);
/** 22 characters of 62 hold 131 bits. */
export const generateLinkToken = (): string => randomText(base62, 22);
export const generateSecret = (length: number): string => randomText(base62, length);
/** To be typed by people, in letters that the caller finds fit for that. */
export const generateCode = (alphabet: string, length: number): string => randomText(alphabet, length);

/**
 * UUID v7: sorts by the time it was made, so that indexes stay warm at their end. Those of one process also sort in the order
 * in which they were made: within a millisecond they are counted, and the count moves on into the next one when it is full.
 */
export function generateUuid(): string {
  const random = nextRandom();
  const nowMs = Date.now();
  const isLater = nowMs > lastMs;
  // A random start leaves room for 2,048 ids at least.
  count = isLater ? Number.parseInt(random.slice(16, 19), 16) >> 1 : count + 1;
  lastMs = isLater ? nowMs : lastMs + (count >> 12);
  count &= 0xfff;
  const time = lastMs.toString(16).padStart(12, '0');
  const counted = count.toString(16).padStart(3, '0');
  const variant = ((Number.parseInt(random.charAt(3), 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counted}-${variant}${random.slice(4, 7)}-${random.slice(7, 16)}${random.slice(0, 3)}`;
}

let lastMs = 0;
let count = 0;

/** Random hexadecimal digits. Fetched for many ids at once, since a system call for each took most of the time. */
function nextRandom(): string {
  if (at === pool.length) {
    randomFillSync(pool);
    at = 0;
  }
  at += randomSize;
  return pool.toString('hex', at - randomSize, at);
}

const randomSize = 10;
const pool = Buffer.alloc(200 * randomSize);
let at = pool.length;

/** Uniform over the alphabet: bytes beyond its last whole multiple are dropped instead of wrapped around. */
function randomText(alphabet: string, length: number): string {
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < limit && text.length < length) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}
