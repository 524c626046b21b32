import { isIP } from 'node:net';
import { z } from 'zod';
import { isRange } from './safe-fetch/addresses.ts';

/** The kinds of values that variables of the environment hold. */

export interface RateLimits {
  readonly perToken: number;
  readonly perAddress: number;
}

export function whole(min: number, max: number) {
  return z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);
}

export function port() {
  return whole(0, 65535);
}

/** What is sent as `Authorization: Bearer ...`, which can carry nothing else. */
export function bearer(min: number) {
  return z
    .string()
    .min(min, { error: `must have at least ${min} characters`, abort: true })
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');
}

export function list(message: string, isItem: (item: string) => boolean) {
  return z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((item) => item.trim() || []))
    .refine((items) => items.every(isItem), message);
}

/** Every link starts with PUBLIC_URL and every page stands at the root, so there is no place for more than an origin. */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password, pathname, search, hash } = new URL(text);
  return `${username}${password}${search}${hash}` === '' && /^\/+$/.test(pathname);
}

/** Fastify also knows these networks by name. */
export function isProxy(text: string): boolean {
  return isRange(text) || ['loopback', 'linklocal', 'uniquelocal'].includes(text);
}

export function isDomain(text: string): boolean {
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(text);
}

export function isDnsServer(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^[\]]+?))(?::(\d+))?$/.exec(text) ?? [];
  return isIP(bracketed ?? plain ?? '') === (bracketed ? 6 : 4) && Number(port ?? 53) <= 65_535;
}

export function isMailServer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== '' && isDecodable(username) && isDecodable(password);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export function rateLimit() {
  return z
    .string()
    .regex(/^(off|0*[1-9]\d*,0*[1-9]\d*)$/, 'must be off, or two numbers such as 6000,300')
    .default('6000,300')
    .transform((text): RateLimits | 'off' => {
      if (text === 'off') return 'off';
      const [perToken = 0, perAddress = 0] = text.split(',').map(Number);
      return { perToken, perAddress };
    });
}

/** A web address in which `{room}` stands once, after the host. */
export function isRoomAddress(text: string): boolean {
  return /^https?:\/\/[^/{}\s]+\/[^{}\s]*\{room\}[^{}\s]*$/.test(text);
}
