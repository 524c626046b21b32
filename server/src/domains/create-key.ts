import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { generateCode } from '../platform/ids.ts';

const generate = promisify(generateKeyPair);

/** A key pair for DKIM, before it is stored. */
export interface NewKey {
  readonly selector: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Of 2048 bits, as RFC 8301 recommends. It takes a while, so it is made before a transaction. */
export async function createKey(): Promise<NewKey> {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const selector = `daybook-${generateCode('abcdefghijkmnpqrstuvwxyz23456789', 8)}`;
  return { selector, publicKey: publicKey.toString('base64'), privateKey };
}
