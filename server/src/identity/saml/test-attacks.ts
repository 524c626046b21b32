import { createOwnKey } from './own-key.ts';
import type { ResponseFields } from './test-provider.ts';

/** A response that must be refused, and what about it. */
export interface Attack {
  readonly name: string;
  readonly why: RegExp;
  readonly fields: ResponseFields;
}

const victim = 'owner';
const stranger = await createOwnKey(new Date('2026-01-01'));

/** The parts of a response whose assertion is signed. */
function partsOf(xml: string) {
  const [assertion = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? [];
  const [signature = ''] = /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(assertion) ?? [];
  const bare = assertion.replace(signature, '');
  /** The same for somebody else, with an ID of its own. */
  const evil = bare
    .replace(/ ID="[^"]*"/, ' ID="_evil"')
    .replace(/>[^<]*<\/saml:NameID>/, `>${victim}</saml:NameID>`);
  const within = (inner: string, before = '</saml:Assertion>') => evil.replace(before, `${inner}${before}`);
  return { assertion, signature, bare, evil, within };
}

type Parts = ReturnType<typeof partsOf>;

/** Puts something else where the assertion was. */
const wrap = (replace: (parts: Parts) => string) => (xml: string) => {
  const parts = partsOf(xml);
  return xml.replace(parts.assertion, () => replace(parts));
};

/** Of a signed response: a second one around it, or in its signature. */
const wrapResponse =
  (replace: (signature: string, original: string, evil: string) => string) => (xml: string) => {
    const [signature = ''] = /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(xml) ?? [];
    const evil = xml
      .replace(signature, '@')
      .replace(/ ID="[^"]*"/, ' ID="_evil"')
      .replace(/<saml:Assertion([^>]*) ID="[^"]*"/, '<saml:Assertion$1 ID="_evila"')
      .replace(/>[^<]*<\/saml:NameID>/, `>${victim}</saml:NameID>`);
    return replace(signature, xml.replace(signature, ''), evil);
  };

const inSignature = (signature: string, inner: string) =>
  signature.replace('</ds:Signature>', `<ds:Object>${inner}</ds:Object></ds:Signature>`);

const oneAssertion = /one assertion|same ID/;
const wrapping: readonly (readonly [string, RegExp, (xml: string) => string, ResponseFields?])[] = [
  [
    'XSW1: the signed response is an object in the signature of another response',
    /one assertion/,
    wrapResponse((signature, original, evil) => evil.replace('@', inSignature(signature, original))),
    { signs: 'response' },
  ],
  [
    'XSW2: the signed response stands beside its signature in another response',
    /one assertion/,
    wrapResponse((signature, original, evil) => evil.replace('@', original + signature)),
    { signs: 'response' },
  ],
  ['XSW3: an assertion before the signed one', oneAssertion, wrap(({ evil, assertion }) => evil + assertion)],
  [
    'XSW4: an assertion around the signed one',
    oneAssertion,
    wrap(({ within, assertion }) => within(assertion)),
  ],
  [
    'XSW5: the signature in another assertion, and the signed one after it',
    oneAssertion,
    wrap(({ within, signature, bare }) => within(signature, '<saml:Subject>') + bare),
  ],
  [
    'XSW6: the signature in another assertion, and the signed one in the signature',
    oneAssertion,
    wrap(({ within, signature, bare }) =>
      within(signature.replace('</ds:Signature>', `${bare}</ds:Signature>`), '<saml:Subject>'),
    ),
  ],
  [
    'XSW7: an assertion in the extensions, before the signed one',
    oneAssertion,
    wrap(({ evil, assertion }) => `<samlp:Extensions>${evil}</samlp:Extensions>${assertion}`),
  ],
  [
    'XSW8: the signed assertion is an object in the signature of another one',
    oneAssertion,
    wrap(({ within, signature, bare }) => within(inSignature(signature, bare), '<saml:Subject>')),
  ],
  [
    'XSW9: two assertions of the same ID',
    /same ID/,
    wrap(
      ({ evil, assertion }) => evil.replace('_evil', / ID="([^"]*)"/.exec(assertion)?.[1] ?? '') + assertion,
    ),
  ],
  [
    'XSW10: the signed assertion in the advice of another one',
    oneAssertion,
    wrap(({ within, assertion }) =>
      within(`<saml:Advice>${assertion}</saml:Advice>`, '<saml:AuthnStatement'),
    ),
  ],
  [
    'XSW11: the signature refers to the whole document',
    /signs something else/,
    (xml) => xml.replace(/URI="#[^"]*"/, 'URI=""').replace('>nadia<', `>${victim}<`),
  ],
  [
    'XSW12: the signature has a second reference',
    /one reference/,
    (xml) => xml.replace(/(<ds:Reference[\s\S]*?<\/ds:Reference>)/, '$1$1'),
  ],
  [
    'XSW13: an assertion of another namespace before the signed one',
    oneAssertion,
    wrap(({ evil, assertion }) => evil.replaceAll('saml:', 'x:').replace('xmlns:x', 'xmlns:x') + assertion),
  ],
  [
    'XSW14: an unsigned response in the status of which the signed one stands',
    /one assertion/,
    wrap(({ evil, assertion }) => `${evil}<samlp:StatusDetail>${assertion}</samlp:StatusDetail>`),
  ],
  [
    'XSW15: the signature of the assertion stands in the response',
    /signs something else/,
    wrap(({ signature, evil }) => signature + evil.replace('_evil', '_other')),
  ],
];

/** Everything that a provider, a person in between or another customer of the provider could send. */
export function listAttacks(acsUrl: string): readonly Attack[] {
  return [
    ...wrapping.map(([name, why, afterSigning, more]) => ({ name, why, fields: { ...more, afterSigning } })),
    { name: 'nothing is signed', why: /signature/i, fields: { signs: 'nothing' } },
    { name: 'only the response is signed', why: /signature/i, fields: { signs: 'response' } },
    { name: 'another key signed it', why: /signature/i, fields: { signer: stranger } },
    {
      name: 'it is signed with SHA-1',
      why: /rsa-sha1 is not accepted|sha1 is not accepted/,
      fields: { algorithm: 'sha1' },
    },
    {
      name: 'it was changed after it was signed',
      why: /signature/i,
      fields: { afterSigning: (xml) => xml.replace('>nadia<', `>${victim}<`) },
    },
    { name: 'another audience', why: /audience/, fields: { audience: 'https://other.example/saml' } },
    { name: 'another recipient', why: /recipient/, fields: { recipient: `${acsUrl}/other` } },
    { name: 'another destination', why: /destination/, fields: { destination: 'https://other.example/acs' } },
    { name: 'another issuer', why: /issuer/, fields: { issuer: 'https://evil.example/saml' } },
    {
      name: 'another issuer of the response',
      why: /issuer/,
      fields: { responseIssuer: 'https://evil.example/saml' },
    },
    { name: 'expired', why: /has passed/, fields: { minutes: [-10, -2] } },
    { name: 'not yet valid', why: /in the future/, fields: { minutes: [2, 10] } },
    {
      name: 'the signed part answers another request',
      why: /request/,
      fields: { confirmedRequest: '_another' },
    },
    { name: 'the provider refused', why: /answered/, fields: { status: 'Responder' } },
    {
      name: 'a comment in the NameID, from before the signature',
      why: /comment/,
      fields: { nameId: `${victim}<!---->.evil` },
    },
    {
      name: 'a comment in the NameID, from after the signature',
      why: /comment/,
      fields: {
        nameId: `${victim}.evil`,
        afterSigning: (xml) => xml.replace(`>${victim}.evil<`, `>${victim}<!---->.evil<`),
      },
    },
    {
      name: 'a processing instruction in the NameID',
      why: /processing instruction/,
      fields: {
        nameId: `${victim}.evil`,
        afterSigning: (xml) => xml.replace(`>${victim}.evil<`, `>${victim}<?x?>.evil<`),
      },
    },
    {
      name: 'CDATA in the NameID',
      why: /CDATA/,
      fields: { afterSigning: (xml) => xml.replace('>nadia<', '><![CDATA[nadia]]><') },
    },
    {
      name: 'an element in the NameID',
      why: /not a text/,
      fields: { nameId: `${victim}<saml:x/>.evil` },
    },
    {
      name: 'an external entity',
      why: /document type/,
      fields: {
        afterSigning: (xml) =>
          `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace('>nadia<', '>&x;<')}`,
      },
    },
    {
      name: 'entities that grow without end',
      why: /document type/,
      fields: {
        afterSigning: (xml) =>
          `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${xml}`,
      },
    },
    {
      name: 'XML that is not well-formed',
      why: /parsed|signature/,
      fields: { afterSigning: (xml) => xml.replace('</samlp:Status>', '') },
    },
    { name: 'no XML', why: /parsed|content|XML/, fields: { afterSigning: () => 'SAML' } },
    {
      name: 'a response that is too long',
      why: /too long/,
      fields: { afterSigning: (xml) => xml + ' '.repeat(200_000) },
    },
    {
      name: 'a logout response instead',
      why: /not a SAML response/,
      fields: { afterSigning: (xml) => xml.replaceAll('samlp:Response', 'samlp:LogoutResponse') },
    },
  ];
}

/** What needs the key for which assertions are encrypted. */
export function listEncryptedAttacks(encryptFor: string): readonly Attack[] {
  return [
    {
      name: 'an encrypted assertion that is not signed',
      why: /signature/i,
      fields: { encryptFor, signs: 'nothing' },
    },
    {
      name: 'an encrypted assertion in a signed response',
      why: /signature/i,
      fields: { encryptFor, signs: 'response' },
    },
    {
      name: 'an encrypted assertion that another key signed',
      why: /signature/i,
      fields: { encryptFor, signer: stranger },
    },
    {
      name: 'an encrypted assertion that is signed with SHA-1',
      why: /sha1 is not accepted/,
      fields: { encryptFor, algorithm: 'sha1' },
    },
    {
      name: 'an encrypted assertion with a comment',
      why: /comment/,
      fields: { encryptFor, nameId: `${victim}<!---->.evil` },
    },
    {
      name: 'a key that is encrypted with RSA 1.5',
      why: /rsa-1_5 is not accepted/,
      fields: {
        encryptFor,
        encryption: {
          data: 'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
          key: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5',
        },
      },
    },
    {
      name: 'an assertion that is encrypted for somebody else',
      why: /decrypted/,
      fields: { encryptFor: stranger.certificate },
    },
  ];
}
