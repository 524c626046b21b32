import { createHmac, randomBytes } from 'node:crypto';

/** Standard Webhooks, version 1: https://www.standardwebhooks.com */

const prefix = 'whsec_';

export function generateSigningSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

interface Message {
  readonly id: string;
  readonly timestamp: number;
  readonly body: string;
}

/** One signature per secret, so that during a rotation a receiver can verify with either. */
export function computeSignatures(secrets: readonly string[], { id, timestamp, body }: Message): string {
  const content = `${id}.${timestamp}.${body}`;
  return secrets.map((secret) => `v1,${hmac(secret, content)}`).join(' ');
}

function hmac(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
