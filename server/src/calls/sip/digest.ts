import { createHash, randomBytes } from 'node:crypto';

/** Digest authentication as SIP peers ask for it (RFC 3261 section 22, RFC 8760): MD5 and SHA-256, with and without `qop=auth`. */

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface Challenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly algorithm: 'MD5' | 'SHA-256';
  readonly hasQop: boolean;
}

/** Undefined for a scheme, an algorithm or a quality that we can't answer. */
export function parseChallenge(value: string): Challenge | undefined {
  const scheme = /^Digest\s+/i.exec(value);
  if (!scheme) return undefined;
  const fields = new Map<string, string>();
  for (const [, name = '', quoted, plain] of value
    .slice(scheme[0].length)
    .matchAll(/(\w{1,32})\s{0,9}=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g))
    fields.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '');
  const realm = fields.get('realm');
  const nonce = fields.get('nonce');
  const algorithm = algorithmNamed(fields.get('algorithm') ?? 'MD5');
  const qualities =
    fields
      .get('qop')
      ?.split(',')
      .map((each) => each.trim().toLowerCase()) ?? [];
  if (realm === undefined || !nonce || !algorithm) return undefined;
  if (qualities.length > 0 && !qualities.includes('auth')) return undefined;
  return { realm, nonce, opaque: fields.get('opaque'), algorithm, hasQop: qualities.length > 0 };
}

function algorithmNamed(name: string): Challenge['algorithm'] | undefined {
  return (['MD5', 'SHA-256'] as const).find((known) => known.toLowerCase() === name.toLowerCase());
}

/** Of several challenges the strongest that we can answer. */
export function chooseChallenge(values: readonly string[]): Challenge | undefined {
  const challenges = values.flatMap((value) => parseChallenge(value) ?? []);
  return challenges.find(({ algorithm }) => algorithm === 'SHA-256') ?? challenges[0];
}

interface Use {
  readonly method: string;
  readonly uri: string;
  /** How often the nonce has been used, this time included. */
  readonly count: number;
  readonly cnonce?: string;
}

/** The value of `Authorization` or `Proxy-Authorization`. */
export function buildAuthorization(
  { realm, nonce, opaque, algorithm, hasQop }: Challenge,
  { username, password }: Credentials,
  { method, uri, count, cnonce = randomBytes(8).toString('hex') }: Use,
): string {
  const hash = (text: string): string =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex');
  const secret = hash(`${username}:${realm}:${password}`);
  const request = hash(`${method}:${uri}`);
  const nc = count.toString(16).padStart(8, '0');
  const response = hasQop
    ? hash([secret, nonce, nc, cnonce, 'auth', request].join(':'))
    : hash([secret, nonce, request].join(':'));
  const fields = [
    `username=${quote(username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(uri)}`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
    ...(hasQop ? ['qop=auth', `nc=${nc}`, `cnonce="${cnonce}"`] : []),
  ];
  return `Digest ${fields.join(', ')}`;
}

const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
