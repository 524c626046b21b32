import {
  InvalidSaml,
  listChildren,
  listElements,
  namespaces,
  readAttribute,
  type XmlElement,
} from './xml.ts';

/**
 * What a signed message may look like. Wrapping attacks need a second assertion, a signature elsewhere than in what it signs, or two
 * elements of one ID; messages that have any of these are refused before a signature is verified.
 */
export function requirePlainStructure(root: XmlElement): void {
  const elements = listElements(root);
  requireUniqueIds(elements);
  const assertions = elements.filter(isAssertion);
  if (assertions.length > 1 || assertions.some((one) => one !== root && one.parentNode !== root))
    throw new InvalidSaml('There must be one assertion, directly in the response.');
  for (const signature of elements.filter(({ localName }) => localName === 'Signature'))
    requirePlainSignature(signature, [root, ...assertions]);
  for (const method of elements.filter(({ localName }) => localName === 'EncryptionMethod'))
    requireAlgorithm(method, encryptionAlgorithms);
}

/** By its name alone: one of another namespace has no place here either. */
const isAssertion = ({ localName }: XmlElement): boolean =>
  localName === 'Assertion' || localName === 'EncryptedAssertion';

function requireUniqueIds(elements: readonly XmlElement[]): void {
  const ids = elements.flatMap(({ attributes }) =>
    Array.from(attributes).flatMap(({ name, value }) => (/^(?:.+:)?id$/i.test(name) ? [value] : [])),
  );
  if (new Set(ids).size !== ids.length) throw new InvalidSaml('Two elements have the same ID.');
}

function requirePlainSignature(signature: XmlElement, signable: readonly XmlElement[]): void {
  const parent = signable.find((element) => element === signature.parentNode);
  if (!parent || signature.namespaceURI !== namespaces.signature)
    throw new InvalidSaml('A signature is not directly in what it signs.');
  if (listChildren(parent, 'Signature').length > 1) throw new InvalidSaml('There are two signatures.');
  const elements = listElements(signature);
  const count = (name: string): number => elements.filter(({ localName }) => localName === name).length;
  if (
    count('Object') > 0 ||
    count('Reference') !== 1 ||
    count('SignedInfo') !== 1 ||
    count('SignatureValue') !== 1
  )
    throw new InvalidSaml('A signature must have one reference and no objects.');
  for (const element of elements) {
    const allowed = signatureAlgorithms[element.localName];
    if (allowed) requireAlgorithm(element, allowed);
    if (
      element.localName === 'Reference' &&
      readAttribute(element, 'URI') !== `#${readAttribute(parent, 'ID')}`
    )
      throw new InvalidSaml('A signature signs something else than what it is in.');
  }
}

function requireAlgorithm(element: XmlElement, allowed: readonly string[]): void {
  const algorithm = readAttribute(element, 'Algorithm') ?? '';
  if (!allowed.includes(algorithm)) throw new InvalidSaml(`The algorithm ${algorithm} is not accepted.`);
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** Without SHA-1, and without those that use no key of a certificate. */
const signatureAlgorithms: Readonly<Record<string, readonly string[]>> = {
  CanonicalizationMethod: [exclusive],
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
  Transform: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
};

/** Without those whose padding tells an attacker what they have guessed. */
const encryptionAlgorithms: readonly string[] = [
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
];
