import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../platform/auth/token.ts';
import type { Runtime } from '../../platform/context.ts';
import { insertChallenge, consumeChallenge } from './store.ts';

const challengeMinutes = 5;

/** Random bytes for an authenticator to sign. Valid once, for one purpose. */
export async function createChallenge(runtime: Runtime, purpose: string): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  await insertChallenge(runtime.database, {
    challenge_hash: hashSecret(Buffer.from(challenge).toString('base64url')),
    purpose,
    expires_at: new Date(runtime.clock.now().getTime() + challengeMinutes * 60_000).toISOString(),
  });
  return challenge;
}

/** The signed challenge, if it is one of ours for this purpose. It is deleted even if the signature turns out wrong. */
export async function consumeSignedChallenge(
  runtime: Runtime,
  purpose: string,
  clientDataJSON: string,
): Promise<string | undefined> {
  const challenge = challengeIn(clientDataJSON);
  const isOurs = await consumeChallenge(
    runtime.database,
    hashSecret(challenge),
    purpose,
    runtime.clock.now(),
  );
  return isOurs ? challenge : undefined;
}

function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown;
    };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}
