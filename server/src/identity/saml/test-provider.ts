import { SignedXml } from 'xml-crypto';
import xmlenc from 'xml-encryption';
import { promisify } from 'node:util';
import { createOwnKey, type OwnKey } from './own-key.ts';
import { escapeXml } from './xml.ts';

/** A SAML provider that signs whatever it is told, for tests. */
export interface TestSaml {
  readonly issuer: string;
  readonly key: OwnKey;
  readonly metadata: string;
  /** A whole response, in base64. */
  respond(fields?: ResponseFields): Promise<string>;
}

export interface ResponseFields {
  readonly issuer?: string;
  readonly responseIssuer?: string;
  readonly audience?: string;
  readonly recipient?: string;
  readonly destination?: string;
  readonly inResponseTo?: string | undefined;
  readonly confirmedRequest?: string | undefined;
  readonly nameId?: string;
  readonly nameIdFormat?: string;
  readonly attributes?: Readonly<Record<string, readonly string[]>>;
  readonly status?: string;
  readonly id?: string;
  readonly sessionIndex?: string;
  /** Minutes from now at which the assertion begins and ends. */
  readonly minutes?: readonly [from: number, to: number];
  readonly signs?: 'assertion' | 'response' | 'both' | 'nothing';
  readonly signer?: OwnKey;
  readonly algorithm?: 'sha1' | 'sha256';
  /** A certificate for which the assertion is encrypted. */
  readonly encryptFor?: string;
  readonly encryption?: { readonly data: string; readonly key: string };
  /** Changes the XML before it is signed, and afterwards. */
  readonly beforeSigning?: (xml: string) => string;
  readonly afterSigning?: (xml: string) => string;
}

interface Place {
  readonly entityId: string;
  readonly acsUrl: string;
}

let count = 0;

export async function createTestSaml(
  place: () => Place,
  { issuer = 'https://id.example/saml', now = () => new Date() } = {},
): Promise<TestSaml> {
  const key = await createOwnKey(new Date('2026-01-01'));
  return {
    issuer,
    key,
    metadata: buildMetadata(issuer, [key.certificate]),
    async respond(fields = {}) {
      const xml = await buildResponse(issuer, place(), now(), { signer: key, ...fields });
      return Buffer.from(xml).toString('base64');
    },
  };
}

export function buildMetadata(issuer: string, certificates: readonly string[]): string {
  const keys = certificates.map(
    (text) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${text}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  const service = (name: string): string =>
    `<md:${name} Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://id.example/${name}"/>`;
  return `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}${service('SingleLogoutService')}${service('SingleSignOnService')}</md:IDPSSODescriptor></md:EntityDescriptor>`;
}

async function buildResponse(
  self: string,
  { entityId, acsUrl }: Place,
  now: Date,
  fields: ResponseFields & { readonly signer: OwnKey },
): Promise<string> {
  const { signs = 'assertion', signer, algorithm = 'sha256', status = 'Success', inResponseTo } = fields;
  const { beforeSigning = unchanged, afterSigning = unchanged, encryptFor, encryption } = fields;
  const id = fields.id ?? `_a${(count += 1)}`;
  const assertion = beforeSigning(buildAssertion(self, { entityId, acsUrl }, now, id, fields));
  const signed =
    signs === 'assertion' || signs === 'both'
      ? signElement(assertion, 'Assertion', signer, algorithm)
      : assertion;
  const content = encryptFor === undefined ? signed : await encryptAssertion(signed, encryptFor, encryption);
  const answers = inResponseTo === undefined ? '' : ` InResponseTo="${inResponseTo}"`;
  const response = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r${id}" Version="2.0" IssueInstant="${now.toISOString()}" Destination="${fields.destination ?? acsUrl}"${answers}><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${fields.responseIssuer ?? self}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>${content}</samlp:Response>`;
  const whole =
    signs === 'response' || signs === 'both'
      ? signElement(response, 'Response', signer, algorithm)
      : response;
  return afterSigning(whole);
}

const unchanged = (xml: string): string => xml;

function buildAssertion(
  self: string,
  { entityId, acsUrl }: Place,
  now: Date,
  id: string,
  fields: ResponseFields,
): string {
  const [from, to] = fields.minutes ?? [-1, 5];
  const at = (minutes: number): string => new Date(now.getTime() + minutes * 60_000).toISOString();
  const { inResponseTo, confirmedRequest = inResponseTo, attributes = {} } = fields;
  const answers = confirmedRequest === undefined ? '' : ` InResponseTo="${confirmedRequest}"`;
  const format = fields.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
  const values = Object.entries(attributes).map(
    ([name, list]) =>
      `<saml:Attribute Name="${name}">${list.map((text) => `<saml:AttributeValue>${escapeXml(text)}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  );
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${now.toISOString()}"><saml:Issuer>${fields.issuer ?? self}</saml:Issuer><saml:Subject><saml:NameID Format="${format}">${fields.nameId ?? 'nadia'}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${at(to)}" Recipient="${fields.recipient ?? acsUrl}"${answers}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(from)}" NotOnOrAfter="${at(to)}"><saml:AudienceRestriction><saml:Audience>${fields.audience ?? entityId}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="${fields.sessionIndex ?? `_s${id}`}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${values.length > 0 ? `<saml:AttributeStatement>${values.join('')}</saml:AttributeStatement>` : ''}</saml:Assertion>`;
}

/** The signature comes after the issuer, as the schema has it. */
export function signElement(xml: string, name: string, { privateKey }: OwnKey, algorithm = 'sha256'): string {
  const [signature, digest] =
    algorithm === 'sha1'
      ? ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'http://www.w3.org/2000/09/xmldsig#sha1']
      : ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2001/04/xmlenc#sha256'];
  const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const signed = new SignedXml({
    privateKey,
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: exclusive,
    idAttribute: 'ID',
  });
  signed.addReference({
    xpath: `/*[local-name()='${name}']`,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
    digestAlgorithm: digest,
  });
  signed.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `/*[local-name()='${name}']/*[local-name()='Issuer']`, action: 'after' },
  });
  return signed.getSignedXml();
}

async function encryptAssertion(
  xml: string,
  certificate: string,
  {
    data = 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    key = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  } = {},
): Promise<string> {
  const pem = `-----BEGIN CERTIFICATE-----\n${certificate.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`;
  const encrypted = await promisify(xmlenc.encrypt)(xml, {
    rsa_pub: pem,
    pem,
    encryptionAlgorithm: data as never,
    keyEncryptionAlgorithm: key as never,
    disallowEncryptionWithInsecureAlgorithm: false,
    warnInsecureAlgorithm: false,
  });
  return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${encrypted}</saml:EncryptedAssertion>`;
}
