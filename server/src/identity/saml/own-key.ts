import { generateKeyPair, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { encodeDer, encodeOid, encodeTime } from '../../platform/der.ts';

/** With which we sign requests and decrypt assertions, and the certificate that providers know it by. */
export interface OwnKey {
  /** In PEM. */
  readonly privateKey: string;
  /** In base64. */
  readonly certificate: string;
}

const years = 20;

/** Providers compare the certificate with the one that they were given; nobody else vouches for it. */
export async function createOwnKey(now: Date): Promise<OwnKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const name = encodeDer(
    0x30,
    encodeDer(0x31, encodeDer(0x30, encodeOid(0x55, 4, 3), encodeDer(0x0c, Buffer.from('Daybook')))),
  );
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  const facts = encodeDer(
    0x30,
    encodeDer(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    rsaWithSha256,
    name,
    encodeDer(0x30, encodeTime(now), encodeTime(end)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = encodeDer(0x03, Buffer.from([0]), sign('sha256', facts, privateKey));
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: encodeDer(0x30, facts, rsaWithSha256, signature).toString('base64'),
  };
}

const rsaWithSha256 = encodeDer(
  0x30,
  encodeOid(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 11),
  encodeDer(0x05),
);
