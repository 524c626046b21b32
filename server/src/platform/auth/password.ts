import { timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Secrets } from '../secrets.ts';

/** OWASP's setting for argon2id: 19 MiB, two passes. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const prefix = '$argon2id$v=19$m=19456,t=2,p=1$';

/**
 * The salt follows from the address and the installation's key, so that one slow hash answers for every workspace in which
 * an address has a password: timing does not reveal how many those are.
 */
export function hashPassword(secrets: Secrets, email: string, password: string): Promise<string> {
  const salt = secrets.derive('password salt', email.toLowerCase()).subarray(0, 16);
  return hash(password, { ...settings, salt });
}

/** Which of the stored hashes match. Without any it takes as long as with a wrong password, so that timing reveals nothing. */
export async function matchPassword(
  stored: readonly (string | null)[],
  password: string,
): Promise<readonly boolean[]> {
  const computed = new Map<string, Promise<string>>();
  const known = stored.flatMap((text) => text ?? []);
  if (known.length === 0) await hash(password, settings);
  const fits = async (text: string): Promise<boolean> => {
    const salt = saltOf(text);
    // A hash with older settings.
    if (salt === undefined) return verify(text, password);
    const made = computed.get(salt) ?? hash(password, { ...settings, salt: Buffer.from(salt, 'base64') });
    computed.set(salt, made);
    return isSame(await made, text);
  };
  return Promise.all(stored.map((text) => (text === null ? false : fits(text))));
}

function saltOf(text: string): string | undefined {
  return text.startsWith(prefix) ? text.slice(prefix.length).split('$')[0] : undefined;
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
