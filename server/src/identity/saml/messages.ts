import { SAML } from '@node-saml/node-saml';
import { sign } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { escapeXml } from './xml.ts';

/** As whom we speak to a provider. */
export interface Service {
  readonly entityId: string;
  readonly acsUrl: string;
  readonly sloUrl: string;
  readonly certificate: string;
}

interface SignInRequest {
  readonly id: string;
  readonly signInUrl: string;
  readonly privateKey: string;
  /** Asks for a password also if the provider remembers the person. */
  readonly isAgain: boolean;
}

/** Where to send a browser that is to sign in. The request is signed. */
export function buildSignInUrl(
  { entityId, acsUrl }: Service,
  { id, signInUrl, privateKey, isAgain }: SignInRequest,
): Promise<string> {
  const saml = new SAML({
    // None is used to send a request, and there must be one.
    idpCert: 'none',
    issuer: entityId,
    callbackUrl: acsUrl,
    entryPoint: signInUrl,
    privateKey,
    signatureAlgorithm: 'sha256',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    forceAuthn: isAgain,
    generateUniqueId: () => id,
  });
  return saml.getAuthorizeUrlAsync('', undefined, {});
}

/** What a provider has to know about us. */
export function buildServiceMetadata({ entityId, acsUrl, sloUrl, certificate }: Service): string {
  const key = (use: string): string =>
    `<KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`;
  const binding = 'urn:oasis:names:tc:SAML:2.0:bindings:';
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escapeXml(entityId)}">
  <SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${key('signing')}
    ${key('encryption')}
    <SingleLogoutService Binding="${binding}HTTP-Redirect" Location="${escapeXml(sloUrl)}"/>
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>
    <AssertionConsumerService index="0" isDefault="true" Binding="${binding}HTTP-POST" Location="${escapeXml(acsUrl)}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;
}

interface LogoutAnswer {
  readonly id: string;
  readonly inResponseTo: string;
  readonly signOutUrl: string;
  readonly relayState: string | undefined;
  readonly privateKey: string;
  readonly now: Date;
}

/** Where to send a browser whose sessions have ended. */
export async function buildLogoutResponseUrl({ entityId }: Service, answer: LogoutAnswer): Promise<string> {
  const { id, inResponseTo, signOutUrl, relayState, privateKey, now } = answer;
  const xml = `<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${now.toISOString()}" Destination="${escapeXml(signOutUrl)}" InResponseTo="${escapeXml(inResponseTo)}"><saml:Issuer>${escapeXml(entityId)}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status></samlp:LogoutResponse>`;
  const deflated = await promisify(deflateRaw)(xml);
  const parts = [
    ['SAMLResponse', deflated.toString('base64')],
    ...(relayState === undefined ? [] : [['RelayState', relayState]]),
    ['SigAlg', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'],
  ];
  const query = parts.map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`).join('&');
  const signature = sign('sha256', Buffer.from(query), privateKey).toString('base64');
  const separator = signOutUrl.includes('?') ? '&' : '?';
  return `${signOutUrl}${separator}${query}&Signature=${encodeURIComponent(signature)}`;
}
