import type { WebhookPayload } from './derived.ts';

/** The delivery was not signed with one of these secrets, or not lately. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

const toleranceSeconds = 5 * 60;

/**
 * The payload of a delivery that Daybook signed; anything else throws a `WebhookError`. `body` is what arrived, to the byte:
 * parsed and serialized again it has another signature. While a secret is rotated, give both.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | HeaderRecord,
  secret: string | readonly string[],
): Promise<WebhookPayload> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const given = headerOf(headers, 'webhook-signature');
  rejectOld(timestamp);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const content = join(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (!(await isSigned(content, given, secrets))) {
    throw new WebhookError('No signature of the delivery matches the secret.');
  }
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookPayload;
}

function headerOf(headers: Headers | HeaderRecord, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  const text = typeof value === 'string' ? value : value?.[0];
  if (text === undefined) throw new WebhookError(`The header ${name} is missing.`);
  return text;
}

/** An old delivery may be one that somebody has recorded and sends again. */
function rejectOld(timestamp: string): void {
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(ageSeconds <= toleranceSeconds)) {
    throw new WebhookError('The webhook-timestamp differs by more than five minutes.');
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  given: string,
  secrets: readonly string[],
): Promise<boolean> {
  const signatures = given
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => decode(each.slice(3)));
  for (const secret of secrets) {
    const raw = decode(secret.replace(/^whsec_/, ''));
    if (!raw)
      throw new WebhookError(
        'The secret must be `whsec_` followed by Base64, as shown when the webhook was created.',
      );
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const signature of signatures) {
      // It compares in constant time.
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, content))) return true;
    }
  }
  return false;
}

/** Undefined for what is not Base64. */
function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
