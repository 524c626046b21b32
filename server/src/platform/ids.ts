import { randomBytes } from 'node:crypto';

const digits = '0123456789';
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const base62 = digits + upper + upper.toLowerCase();

/** Identifiers, each in the form that resolutions section 1 gives it. */
export const newUserId = (): string => randomText(digits + upper, 15);
export const newEventId = (): string => `dbk-${randomText(base62, 16)}`;
export const newShortId = (): string => randomText(base62, 10);
/** 22 characters of 62 hold 131 bits. */
export const newLinkToken = (): string => randomText(base62, 22);
export const newSecret = (length: number): string => randomText(base62, length);

/** UUID v7: sorts by the time it was made, so that indexes stay warm at their end. */
export function newUuid(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Uniform over the alphabet: bytes past its last whole multiple are thrown away instead of wrapped. */
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
