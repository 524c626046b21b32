import { randomBytes } from 'node:crypto';
import type { Runtime } from '../platform/context.ts';
import { newUuid } from '../platform/ids.ts';

/**
 * A form's token: makes it count once, tells when it was shown, and proves that a held time is this form's. Sealed, so
 * that nobody makes one up.
 */

const quickestMs = 1200;
const oldestMs = 24 * 3_600_000;

export function newFormToken(
  { clock, secrets }: Pick<Runtime, 'clock' | 'secrets'>,
  id = randomBytes(16).toString('base64url'),
): string {
  return secrets.seal(`${clock.now().getTime()} ${id}`).toString('base64url');
}

/** The token's own id, once as much time has passed as a person needs; undefined when it is none of ours, or old. */
export async function useFormToken(
  { clock, secrets }: Pick<Runtime, 'clock' | 'secrets'>,
  token: string,
): Promise<string | undefined> {
  const [shownAt = '', id] = opened(secrets, token).split(' ');
  const ageMs = clock.now().getTime() - Number(shownAt);
  if (id === undefined || !(ageMs >= 0 && ageMs < oldestMs)) return undefined;
  // Whoever is quicker than a hand waits for it: a person hardly notices, a program can't do many.
  if (ageMs < quickestMs) await wait(quickestMs - ageMs);
  return id;
}

function opened(secrets: Runtime['secrets'], token: string): string {
  try {
    return secrets.unseal(Buffer.from(token, 'base64url'));
  } catch {
    return newUuid();
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
