import type { Runtime } from '../../platform/context.ts';
import type { Outcome } from '../../platform/safe-fetch/safe-fetch.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { SealedDestination } from './claim.store.ts';
import { signatures } from './signature.ts';

/** Where to send, and what to sign with. */
export interface Destination {
  readonly callbackUrl: string;
  readonly token: string | null;
  /** Of the subscriber's own, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

/** Signs and posts one message. An address that does not answer is an outcome, too; nothing is thrown. */
export function send(
  { outbound, clock }: Runtime,
  to: Destination,
  message: { readonly id: string; readonly body: string },
): Promise<Outcome> {
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  return outbound.request(to.callbackUrl, {
    method: 'POST',
    headers: {
      // Ours come last, so that no other takes their place.
      ...to.headers,
      'content-type': 'application/json',
      'user-agent': 'Daybook-Webhooks/1',
      'webhook-id': message.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures(to.secrets, { ...message, timestamp }),
      ...(to.token !== null && { token: to.token }),
    },
    body: message.body,
    // The status is what counts.
    bodyTimeoutMs: 2_000,
  });
}

/** Cached by the object that was read, so that a lane is unsealed once per batch and not once per delivery. */
const destinations = new WeakMap<SealedDestination, Destination>();

export function destinationOf(secrets: Secrets, sealed: SealedDestination): Destination {
  const cached = destinations.get(sealed);
  if (cached) return cached;
  const { callbackUrl, tokenSealed, headersSealed, secretSealed, oldSecretSealed } = sealed;
  const destination = {
    callbackUrl,
    token: tokenSealed && secrets.unseal(tokenSealed),
    headers: headersSealed ? (JSON.parse(secrets.unseal(headersSealed)) as Record<string, string>) : {},
    secrets: [secretSealed, oldSecretSealed].flatMap((secret) => (secret ? [secrets.unseal(secret)] : [])),
  };
  destinations.set(sealed, destination);
  return destination;
}
