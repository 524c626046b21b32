import { generateKeyPairSync, sign } from 'node:crypto';
import { encodeDer, encodeOid, encodeTime } from '../src/platform/der.ts';

/** A certificate of a server on this machine that vouches for itself, for clients that speak nothing but TLS. Valid for an hour. */
export function createCertificate(now = new Date()): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = encodeDer(
    0x30,
    encodeDer(0x31, encodeDer(0x30, encodeOid(0x55, 4, 3), encodeDer(0x0c, Buffer.from('127.0.0.1')))),
  );
  const validity = encodeDer(
    0x30,
    encodeTime(new Date(now.getTime() - 60_000)),
    encodeTime(new Date(now.getTime() + 3_600_000)),
  );
  const extensions = encodeDer(
    0xa3,
    encodeDer(
      0x30,
      encodeDer(
        0x30,
        encodeOid(0x55, 0x1d, 0x13),
        encodeDer(0x04, encodeDer(0x30, encodeDer(0x01, Buffer.from([0xff])))),
      ),
      encodeDer(
        0x30,
        encodeOid(0x55, 0x1d, 0x11),
        encodeDer(0x04, encodeDer(0x30, encodeDer(0x87, Buffer.from([127, 0, 0, 1])))),
      ),
    ),
  );
  const facts = encodeDer(
    0x30,
    encodeDer(0xa0, encodeDer(0x02, Buffer.from([2]))),
    encodeDer(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = encodeDer(0x03, Buffer.from([0]), sign('sha256', facts, privateKey));
  const body = encodeDer(0x30, facts, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${body.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

const ecdsaWithSha256 = encodeDer(0x30, encodeOid(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2));
