import type { Ctx, Runtime } from '../../platform/context.ts';
import type { Outcome } from '../../platform/safe-fetch/safe-fetch.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { receiveDelivery, parseCatcherToken } from '../catchers/public.ts';
import type { SealedDestination } from './claim.store.ts';
import { computeSignatures } from './signature.ts';

/** Where to send, and what to sign with. */
export interface Destination {
  readonly callbackUrl: string;
  readonly token: string | null;
  /** Of the subscriber's own, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

/** Signs and posts one message. An address that does not answer is an outcome, too; nothing is thrown. */
export function sendMessage(
  runtime: Runtime,
  to: Destination,
  message: { readonly id: string; readonly body: string; readonly contentType?: string },
): Promise<Outcome> {
  const timestamp = Math.floor(runtime.clock.now().getTime() / 1000);
  const headers = {
    // Ours come last, so that no other takes their place.
    ...to.headers,
    'content-type': message.contentType ?? 'application/json',
    'user-agent': 'Daybook-Webhooks/1',
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': computeSignatures(to.secrets, { ...message, timestamp }),
    ...(to.token !== null && { token: to.token }),
  };
  const { body } = message;
  const token = parseCatcherToken(runtime.config.publicUrl, to.callbackUrl);
  if (token !== undefined) return sendToCatcher(runtime, to.callbackUrl, token, { headers, body });
  // The status is what counts.
  return runtime.outbound.request(to.callbackUrl, { method: 'POST', headers, body, bodyTimeoutMs: 2_000 });
}

/** Why nothing is ever sent to an address. A catcher of ours gets it without a connection. */
export function findSendProblem({ publicUrl, outbound }: Ctx, url: string): string | undefined {
  return parseCatcherToken(publicUrl, url) === undefined ? outbound.findProblem(url) : undefined;
}

async function sendToCatcher(
  runtime: Runtime,
  url: string,
  token: string,
  request: Parameters<typeof receiveDelivery>[2],
): Promise<Outcome> {
  const startedMs = performance.now();
  const answered = (answer: Partial<Outcome>): Outcome => ({
    url,
    statusCode: null,
    headers: {},
    body: '',
    isTruncated: false,
    error: null,
    failure: null,
    connectMs: 0,
    firstByteMs: 0,
    ...answer,
    totalMs: Math.round(performance.now() - startedMs),
  });
  try {
    return answered({ statusCode: (await receiveDelivery(runtime, token, request)) ? 200 : 410 });
  } catch (error) {
    runtime.log.warn({ err: error }, 'delivery not caught');
    return answered({ error: 'The catcher couldn’t be reached.', failure: 'broken' });
  }
}

/** Cached by the object that was read, so that a lane is unsealed once per batch and not once per delivery. */
const destinations = new WeakMap<SealedDestination, Destination>();

export function openDestination(secrets: Secrets, sealed: SealedDestination): Destination {
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
