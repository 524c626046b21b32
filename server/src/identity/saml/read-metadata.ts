import { X509Certificate } from 'node:crypto';
import {
  InvalidSaml,
  listChildren,
  listElements,
  parseXml,
  readAttribute,
  readText,
  type XmlElement,
} from './xml.ts';

/** What a SAML provider publishes about itself. */
export interface ProviderMetadata {
  readonly issuer: string;
  readonly signInUrl: string;
  readonly signOutUrl: string | null;
  /** In base64, without the lines around it. */
  readonly certificates: readonly string[];
}

export const maxMetadataLength = 512 * 1024;
const maxCertificates = 10;
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Throws `InvalidSaml` with a sentence for the owner who entered it. */
export function readMetadata(text: string): ProviderMetadata {
  if (text.length > maxMetadataLength) throw new InvalidSaml('The metadata is too long.');
  // Comments are harmless here: nothing in it is signed by anyone we know.
  const root = parseXml(text.replaceAll(/<!--[\s\S]*?-->/g, ''));
  const providers = listElements(root).flatMap((entity) =>
    entity.localName === 'EntityDescriptor'
      ? listChildren(entity, 'IDPSSODescriptor').map((descriptor) => ({ entity, descriptor }))
      : [],
  );
  const [provider, ...others] = providers;
  if (!provider) throw new InvalidSaml('The metadata describes no identity provider.');
  if (others.length > 0) throw new InvalidSaml('The metadata describes several identity providers.');
  const { entity, descriptor } = provider;
  const signInUrl = findService(descriptor, 'SingleSignOnService');
  if (!signInUrl) throw new InvalidSaml('The provider has no sign-in URL for HTTP-Redirect.');
  const issuer = readAttribute(entity, 'entityID') ?? '';
  if (issuer === '' || issuer.length > 1000) throw new InvalidSaml('The metadata has no entity ID.');
  const certificates = listCertificates(descriptor);
  if (certificates.length === 0) throw new InvalidSaml('The metadata has no signing certificate.');
  return {
    issuer,
    signInUrl,
    signOutUrl: findService(descriptor, 'SingleLogoutService') ?? null,
    certificates,
  };
}

function findService(descriptor: XmlElement, name: string): string | undefined {
  const location = listChildren(descriptor, name)
    .filter((service) => readAttribute(service, 'Binding') === redirect)
    .map((service) => readAttribute(service, 'Location') ?? '')
    .find((url) => /^https?:\/\/[!-~]+$/.test(url) && URL.canParse(url) && url.length <= 1000);
  return location;
}

/** All that sign, so that a provider can publish its next one before using it. */
function listCertificates(descriptor: XmlElement): string[] {
  const keys = listChildren(descriptor, 'KeyDescriptor').filter(
    (key) => (readAttribute(key, 'use') ?? 'signing') === 'signing',
  );
  const texts = keys
    .flatMap((key) => listElements(key))
    .filter(({ localName }) => localName === 'X509Certificate')
    .map((element) => readText(element).replaceAll(/\s+/g, ''));
  return [...new Set(texts)].filter((text) => parseCertificate(text)).slice(0, maxCertificates);
}

/** Undefined if it is none. */
export function parseCertificate(base64: string): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}
