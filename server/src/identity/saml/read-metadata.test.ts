import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { createOwnKey } from './own-key.ts';
import { readMetadata } from './read-metadata.ts';
import { buildMetadata } from './test-provider.ts';
import { InvalidSaml } from './xml.ts';

const [one, two] = await Promise.all([createOwnKey(new Date()), createOwnKey(new Date())]);
const issuer = 'https://id.example/saml';
const whole = buildMetadata(issuer, [one.certificate, two.certificate]);

test('the entity, its addresses and all certificates that sign', () => {
  expect(
    readMetadata(`<!-- of our directory -->${whole}`.replace(/(<!--.*?-->)(<\?xml.*?\?>)/, '$2$1')),
  ).toEqual({
    issuer,
    signInUrl: 'https://id.example/SingleSignOnService',
    signOutUrl: 'https://id.example/SingleLogoutService',
    certificates: [one.certificate, two.certificate],
  });
});

test('our own certificate is one that others can read', () => {
  const certificate = new X509Certificate(Buffer.from(one.certificate, 'base64'));
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.subject).toBe('CN=Daybook');
});

test('our certificate lasts for twenty years, also beyond 2049', async () => {
  const { certificate } = await createOwnKey(new Date('2035-01-01T00:00:00Z'));
  expect(new X509Certificate(Buffer.from(certificate, 'base64')).validTo).toBe('Jan  1 00:00:00 2055 GMT');
});

test.each([
  ['no XML', 'hello'],
  ['nothing', ''],
  ['an entity', `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${whole.replace(/^<\?.*?\?>/, '')}`],
  ['no provider', whole.replaceAll('IDPSSODescriptor', 'SPSSODescriptor')],
  ['no certificate', buildMetadata(issuer, [])],
  ['a certificate that is none', buildMetadata(issuer, ['AAAA'])],
  ['no sign-in URL', whole.replace('SingleSignOnService ', 'Other ')],
  [
    'a sign-in URL that runs a script',
    whole.replace('https://id.example/SingleSignOnService', 'javascript:alert(1)'),
  ],
  ['no entity ID', whole.replace(/ entityID="[^"]*"/, '')],
  ['too much', whole + ' '.repeat(600_000)],
])('refused: %s', (_name, text) => {
  expect(() => readMetadata(text)).toThrow(InvalidSaml);
});
