import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

/** A passkey in software: enough of an authenticator to be believed, and to be caught when it cheats. */

interface Cheats {
  readonly origin?: string;
  readonly rpId?: string;
  readonly counter?: number;
  readonly challenge?: string;
  readonly isUserVerified?: boolean;
  readonly userHandle?: string;
}

export interface TestPasskey {
  readonly id: string;
  attest(options: { challenge: string }, cheats?: Cheats): object;
  assert(options: { challenge: string }, cheats?: Cheats): object;
}

const home = { origin: 'http://localhost:4000', rpId: 'localhost' };

export function createPasskey(): TestPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credential = randomBytes(32);
  const id = credential.toString('base64url');
  let counter = 0;
  const shared = { id, rawId: id, type: 'public-key' };
  return {
    id,
    attest({ challenge }, cheats = {}) {
      const authData = authenticatorData(cheats, cheats.counter ?? 0, attested(credential, publicKey));
      const object = cborMap([
        ['fmt', cborText('none')],
        ['attStmt', cborMap([])],
        ['authData', cborBytes(authData)],
      ]);
      return {
        ...shared,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, cheats).toString('base64url'),
          attestationObject: object.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    assert({ challenge }, cheats = {}) {
      counter = cheats.counter ?? counter + 1;
      const authData = authenticatorData(cheats, counter, Buffer.alloc(0));
      const data = clientData('webauthn.get', challenge, cheats);
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
      return {
        ...shared,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
          userHandle: cheats.userHandle ?? null,
        },
      };
    },
  };
}

function clientData(type: string, challenge: string, cheats: Cheats): Buffer {
  const { origin = home.origin } = cheats;
  return Buffer.from(
    JSON.stringify({ type, challenge: cheats.challenge ?? challenge, origin, crossOrigin: false }),
  );
}

function authenticatorData(cheats: Cheats, counter: number, credential: Buffer): Buffer {
  const { rpId = home.rpId, isUserVerified = true } = cheats;
  const flags = 0x01 | (isUserVerified ? 0x04 : 0) | (credential.length > 0 ? 0x40 : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count, credential]);
}

function attested(credential: Buffer, publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const length = Buffer.alloc(2);
  length.writeUInt16BE(credential.length);
  const key = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
  return Buffer.concat([Buffer.alloc(16), length, credential, key]);
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}

const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborMap = (entries: readonly (readonly [string, Buffer])[]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flatMap(([key, value]) => [cborText(key), value])]);
