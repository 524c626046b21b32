import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate of a server on this machine that vouches for itself, for clients that speak nothing but TLS. Valid for an hour. */
export function createCertificate(now = new Date()): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = der(0x30, der(0x31, der(0x30, oid(0x55, 4, 3), der(0x0c, Buffer.from('127.0.0.1')))));
  const validity = der(0x30, time(now.getTime() - 60_000), time(now.getTime() + 3_600_000));
  const extensions = der(
    0xa3,
    der(
      0x30,
      der(0x30, oid(0x55, 0x1d, 0x13), der(0x04, der(0x30, der(0x01, Buffer.from([0xff]))))),
      der(0x30, oid(0x55, 0x1d, 0x11), der(0x04, der(0x30, der(0x87, Buffer.from([127, 0, 0, 1]))))),
    ),
  );
  const facts = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', facts, privateKey));
  const body = der(0x30, facts, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${body.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`,
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

function time(ms: number): Buffer {
  const text = new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(text.slice(2)));
}

const ecdsaWithSha256 = der(0x30, oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2));
