import { verify } from 'node:crypto';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { parseCertificate } from './read-metadata.ts';
import {
  InvalidSaml,
  listChildren,
  listElements,
  namespaces,
  parseXml,
  readAttribute,
  readText,
  requireChild,
} from './xml.ts';

/** The provider signs somebody out everywhere. */
export interface LogoutRequest {
  readonly id: string;
  readonly nameId: string;
  /** None: all sessions of the person. */
  readonly sessionIndexes: readonly string[];
  readonly validUntil: Date;
}

interface Expected {
  readonly issuer: string;
  readonly certificates: readonly string[];
  readonly sloUrl: string;
  readonly now: Date;
}

const maxXmlLength = 64 * 1024;
const skewMs = 60_000;
/** How old a request may be that names no end. */
const maxAgeMs = 5 * 60_000;

const digests: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
};

/**
 * Verifies a logout request of the HTTP-Redirect binding. The signature covers the parameters as they were sent, so that they are
 * read from the query itself.
 */
export async function verifyLogoutRequest(search: string, expected: Expected): Promise<LogoutRequest> {
  const sent = parseParameters(search);
  requireSignature(sent, expected.certificates);
  const request = parseXml(await inflate(sent.get('SAMLRequest') ?? ''));
  if (request.localName !== 'LogoutRequest' || request.namespaceURI !== namespaces.protocol)
    throw new InvalidSaml('The message is not a logout request.');
  if (listElements(request).some(({ localName }) => localName === 'EncryptedID'))
    throw new InvalidSaml('Encrypted names are not accepted in logout requests.');
  const destination = readAttribute(request, 'Destination') ?? expected.sloUrl;
  if (destination !== expected.sloUrl) throw new InvalidSaml('The destination is another one.');
  if (readText(requireChild(request, 'Issuer')) !== expected.issuer)
    throw new InvalidSaml('The issuer is another one.');
  const issuedMs = Date.parse(readAttribute(request, 'IssueInstant') ?? '');
  const untilMs = Date.parse(readAttribute(request, 'NotOnOrAfter') ?? '') || issuedMs + maxAgeMs;
  const nowMs = expected.now.getTime();
  if (!(issuedMs - skewMs <= nowMs && nowMs < untilMs + skewMs))
    throw new InvalidSaml('The request is out of date.');
  return {
    id: readAttribute(request, 'ID') ?? '',
    nameId: readText(requireChild(request, 'NameID')),
    sessionIndexes: listChildren(request, 'SessionIndex').map(readText),
    validUntil: new Date(untilMs + skewMs),
  };
}

/** Each parameter once, as it was encoded. */
function parseParameters(search: string): ReadonlyMap<string, string> {
  const sent = new Map<string, string>();
  for (const pair of search.split('&')) {
    const [name = '', ...value] = pair.split('=');
    if (sent.has(name)) throw new InvalidSaml(`The parameter ${name} is there twice.`);
    sent.set(name, value.join('='));
  }
  return sent;
}

function requireSignature(sent: ReadonlyMap<string, string>, certificates: readonly string[]): void {
  const digest = digests[decode(sent.get('SigAlg') ?? '')];
  if (digest === undefined || !sent.has('Signature'))
    throw new InvalidSaml('The request is not signed with SHA-256.');
  const signed = ['SAMLRequest', 'RelayState', 'SigAlg']
    .filter((name) => sent.has(name))
    .map((name) => `${name}=${sent.get(name)}`)
    .join('&');
  const signature = Buffer.from(decode(sent.get('Signature') ?? ''), 'base64');
  const isSigned = certificates.some((text) => {
    const certificate = parseCertificate(text);
    return certificate !== undefined && verify(digest, Buffer.from(signed), certificate.publicKey, signature);
  });
  if (!isSigned) throw new InvalidSaml('The signature is not accepted.');
}

async function inflate(encoded: string): Promise<string> {
  try {
    const packed = Buffer.from(decode(encoded), 'base64');
    return (await promisify(inflateRaw)(packed, { maxOutputLength: maxXmlLength })).toString('utf8');
  } catch {
    throw new InvalidSaml('The request can’t be unpacked.');
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new InvalidSaml('A parameter is not encoded right.');
  }
}
