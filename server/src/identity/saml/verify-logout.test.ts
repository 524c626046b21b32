import { createSign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildLogoutResponseUrl } from './messages.ts';
import { createOwnKey } from './own-key.ts';
import { verifyLogoutRequest } from './verify-logout.ts';
import { InvalidSaml } from './xml.ts';

const [key, other] = await Promise.all([createOwnKey(new Date()), createOwnKey(new Date())]);
const sloUrl = 'https://daybook.example/saml/1/slo';
const issuer = 'https://id.example/saml';
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

interface Options {
  readonly signer?: typeof key;
  readonly algorithm?: string;
  readonly issuedMs?: number;
  readonly destination?: string;
  readonly from?: string;
  readonly body?: string;
}

function buildQuery(options: Options = {}): string {
  const {
    signer = key,
    algorithm = rsaSha256,
    issuedMs = Date.now(),
    destination = sloUrl,
    from = issuer,
  } = options;
  const body = options.body ?? '<saml:NameID>nadia</saml:NameID><samlp:SessionIndex>_s1</samlp:SessionIndex>';
  const xml = `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_l1" Version="2.0" IssueInstant="${new Date(issuedMs).toISOString()}" Destination="${destination}"><saml:Issuer>${from}</saml:Issuer>${body}</samlp:LogoutRequest>`;
  const parts = { SAMLRequest: deflateRawSync(xml).toString('base64'), RelayState: 'r', SigAlg: algorithm };
  const query = Object.entries(parts)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const signature = createSign('sha256').update(query).sign(signer.privateKey, 'base64');
  return `${query}&Signature=${encodeURIComponent(signature)}`;
}

const verify = (query: string) =>
  verifyLogoutRequest(query, { issuer, certificates: [key.certificate], sloUrl, now: new Date() });

test('a signed request names the person and the sessions', async () => {
  expect(await verify(buildQuery())).toMatchObject({ id: '_l1', nameId: 'nadia', sessionIndexes: ['_s1'] });
});

test.each([
  ['another key', buildQuery({ signer: other })],
  ['no signature', buildQuery().replace(/&Signature=.*/, '')],
  ['another algorithm', buildQuery({ algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })],
  ['a parameter twice', `${buildQuery()}&SAMLRequest=x`],
  ['another RelayState than was signed', buildQuery().replace('RelayState=r', 'RelayState=x')],
  ['another destination', buildQuery({ destination: 'https://other.example/slo' })],
  ['another issuer', buildQuery({ from: 'https://evil.example' })],
  ['an old request', buildQuery({ issuedMs: Date.now() - 600_000 })],
  ['a request of the future', buildQuery({ issuedMs: Date.now() + 600_000 })],
  ['a comment in the name', buildQuery({ body: '<saml:NameID>own<!---->er</saml:NameID>' })],
  ['nobody', buildQuery({ body: '' })],
  ['more than a request has', buildQuery({ body: `<saml:NameID>${'x'.repeat(100_000)}</saml:NameID>` })],
])('refused: %s', async (_name, query) => {
  await expect(verify(query)).rejects.toBeInstanceOf(InvalidSaml);
});

test('our answer is signed over the query as it is sent', async () => {
  const service = {
    entityId: 'https://daybook.example/saml/1/metadata',
    acsUrl: '',
    sloUrl,
    certificate: '',
  };
  const url = await buildLogoutResponseUrl(service, {
    id: '_1',
    inResponseTo: '_l1',
    signOutUrl: 'https://id.example/slo',
    relayState: 'r',
    privateKey: key.privateKey,
    now: new Date(),
  });
  expect([...new URL(url).searchParams.keys()]).toEqual([
    'SAMLResponse',
    'RelayState',
    'SigAlg',
    'Signature',
  ]);
});
