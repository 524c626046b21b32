import { hash, verify } from '@node-rs/argon2';

/** OWASP's setting for argon2id: 19 MiB, two passes. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, settings);
}

/** Takes as long without a stored hash as with a wrong password, so that timing does not reveal which accounts exist. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await decoy()), password);
  return stored !== null && matches;
}

let decoyHash: Promise<string> | undefined;

function decoy(): Promise<string> {
  decoyHash ??= hashPassword('nobody has this password');
  return decoyHash;
}
