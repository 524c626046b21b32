import { describe, expect, test } from 'vitest';
import { createOwnKey } from './own-key.ts';
import { listAttacks, listEncryptedAttacks } from './test-attacks.ts';
import { createTestSaml } from './test-provider.ts';
import { verifyResponse } from './verify-response.ts';
import { InvalidSaml } from './xml.ts';

const place = {
  entityId: 'https://daybook.example/saml/1/metadata',
  acsUrl: 'https://daybook.example/saml/1/acs',
};
const provider = await createTestSaml(() => place);
const own = await createOwnKey(new Date());
const trust = {
  ...place,
  issuer: provider.issuer,
  certificates: [provider.key.certificate],
  privateKey: own.privateKey,
};
const verify = (response: string) => verifyResponse(response, { ...trust, now: new Date() });
const answers = { inResponseTo: '_request' };

describe('accepted', () => {
  test('a signed assertion, with what it says', async () => {
    const attributes = { mail: ['nadia@juniper.example'], groups: ['a', 'b & c'] };
    const found = await verify(await provider.respond({ ...answers, attributes, sessionIndex: '_s1' }));
    expect(found).toMatchObject({
      nameId: 'nadia',
      inResponseTo: '_request',
      isTransient: false,
      sessionIndex: '_s1',
    });
    expect(found.attributes.get('groups')).toEqual(['a', 'b & c']);
    expect(found.validUntil.getTime()).toBeGreaterThan(Date.now());
  });

  test.each([
    ['a signed response with a signed assertion', { signs: 'both' }],
    ['an encrypted assertion', { encryptFor: own.certificate }],
    [
      'an encrypted assertion as SimpleSAMLphp sends it',
      {
        encryptFor: own.certificate,
        encryption: {
          data: 'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
          key: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
        },
      },
    ],
    ['a clock that is half a minute ahead', { minutes: [0.5, 5] }],
    ['a clock that is half a minute behind', { minutes: [-5, -0.5] }],
    ['one that the provider began', { inResponseTo: undefined }],
  ] as const)('%s', async (_name, fields) => {
    expect((await verify(await provider.respond({ ...answers, ...fields }))).nameId).toBe('nadia');
  });

  test('either of two certificates, while one replaces the other', async () => {
    const next = await createOwnKey(new Date());
    const both = { ...trust, certificates: [provider.key.certificate, next.certificate], now: new Date() };
    for (const signer of [provider.key, next]) {
      const response = await provider.respond({ ...answers, signer });
      expect((await verifyResponse(response, both)).nameId).toBe('nadia');
    }
  });
});

describe('refused', () => {
  test.each(
    [...listAttacks(place.acsUrl), ...listEncryptedAttacks(own.certificate)].map(
      (attack) => [attack.name, attack] as const,
    ),
  )('%s', async (_name, { fields, why }) => {
    const error = await verify(await provider.respond({ ...answers, ...fields })).catch(
      (problem: unknown) => problem,
    );
    expect(error).toBeInstanceOf(InvalidSaml);
    expect((error as Error).message).toMatch(why);
  });
});

describe('refused before it is parsed', () => {
  const wrap = (content: string) =>
    `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol">${content}</p:Response>`;
  const deep = (start: string) => wrap(start.repeat(5000) + '</a>'.repeat(5000));
  test.each([
    ['deep nesting', deep('<a>'), 'too many elements'],
    ['deep nesting with ends in values', deep(`<a b="/>" c='>'>`), 'too many elements'],
    ['deep nesting hidden in values', deep('<a b="<">'), 'without an end'],
    ['deep nesting of name spaces', deep('<a xmlns:n="u">'), 'too many elements'],
    ['many elements', wrap('<a/>'.repeat(30_000)), 'too many elements'],
  ])('%s', async (_, xml, why) => {
    await expect(verify(Buffer.from(xml).toString('base64'))).rejects.toThrow(why);
  });
});
