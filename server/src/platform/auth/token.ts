import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62, generateSecret } from '../ids.ts';

const randomLength = 40;
const checksumLength = 6;

/** API tokens and sessions; access tokens, refresh tokens, codes and secrets of apps; tokens of directories. */
type TokenKind = 'dbk' | 'dba' | 'dbr' | 'dbc' | 'dbs' | 'dbp';

/**
 * Its kind + 40 characters + 6 of checksum, so that secret scanners recognise one with certainty. The 40 are random, but for the code
 * of the workspace at their end, where there are cells.
 */
export function generateToken(kind: TokenKind = 'dbk', code = ''): string {
  const random = generateSecret(randomLength - code.length) + code;
  return `${kind}_${random}${checksum(random)}`;
}

/** Whether it is an access token of an app. */
export const isAccessToken = (text: string): boolean => text.startsWith('dba_');

/** Whether it is a token by which a directory provisions users. */
export const isScimToken = (text: string): boolean => text.startsWith('dbp_');

/** False for a token of ours with a wrong checksum, which was mistyped or cut: it needs no look-up. */
export function isPossibleToken(text: string): boolean {
  if (text.length < 40 || text.length > 512) return false;
  if (!/^db[kacrsp]_[0-9A-Za-z]{46}$/.test(text)) return true;
  const random = text.slice(4, 4 + randomLength);
  return text.slice(4 + randomLength) === checksum(random);
}

/** A secret of 128 random bits or more can't be guessed, so it needs no slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export function getTokenPrefix(token: string): string {
  return token.slice(0, 8);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let encoded = '';
  for (let position = 0; position < checksumLength; position += 1) {
    encoded = base62.charAt(rest % 62) + encoded;
    rest = Math.floor(rest / 62);
  }
  return encoded;
}
