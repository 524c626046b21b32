import { generateKeyPair, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';

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
  const name = der(0x30, der(0x31, der(0x30, oid(0x55, 4, 3), der(0x0c, Buffer.from('Daybook')))));
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  const facts = der(
    0x30,
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    rsaWithSha256,
    name,
    der(0x30, formatTime(now), formatTime(end)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', facts, privateKey));
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: der(0x30, facts, rsaWithSha256, signature).toString('base64'),
  };
}

/** A value in the distinguished encoding of ASN.1: its tag, its length, its content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function oid(...bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.from(bytes));
}

function formatTime(time: Date): Buffer {
  const text = time.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(text.slice(2)));
}

const rsaWithSha256 = der(0x30, oid(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 11), der(0x05));
