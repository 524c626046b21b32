import { promisify } from 'node:util';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import xmlEncryption from 'xml-encryption';
import { requirePlainStructure } from './structure.ts';
import {
  findChild,
  InvalidSaml,
  listChildren,
  namespaces,
  parseXml,
  readAttribute,
  readText,
  requireChild,
  type XmlElement,
} from './xml.ts';

/** Whose messages are accepted, and as whom we receive them. */
export interface Trust {
  readonly issuer: string;
  readonly certificates: readonly string[];
  readonly entityId: string;
  readonly acsUrl: string;
  /** Decrypts assertions, in PEM. */
  readonly privateKey: string;
  readonly now: Date;
}

/** What a provider says about a person, once everything about it is verified but that it is new. */
export interface Assertion {
  readonly id: string;
  /** Until then it would be accepted again. */
  readonly validUntil: Date;
  /** The request that it answers; undefined when the provider began. */
  readonly inResponseTo: string | undefined;
  readonly nameId: string;
  readonly isTransient: boolean;
  readonly sessionIndex: string | undefined;
  /** When the provider last asked for a password or the like. */
  readonly provenAt: string | undefined;
  readonly attributes: ReadonlyMap<string, readonly string[]>;
}

const maxResponseLength = 256 * 1024;
/** Clocks differ a little. */
const skewMs = 60_000;
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** Throws `InvalidSaml` unless the response is whole, signed, for us, and of this moment. */
export async function verifyResponse(encoded: string, trust: Trust): Promise<Assertion> {
  const response = parseXml(decodeMessage(encoded));
  requirePlainStructure(response);
  requireEnvelope(response, trust);
  const encrypted = findChild(response, 'EncryptedAssertion');
  if (encrypted) requirePlainStructure(parseXml(await decryptAssertion(encrypted, trust)));
  const assertion = parseXml(await verifySignature(encoded, trust));
  requirePlainStructure(assertion);
  return readAssertion(assertion, readAttribute(response, 'InResponseTo'), trust);
}

export function decodeMessage(encoded: string): string {
  if (encoded.length > maxResponseLength) throw new InvalidSaml('The message is too long.');
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  if (text.trim() === '') throw new InvalidSaml('The message is empty.');
  return text;
}

/** What the assertion says may be signed; this is only what must not contradict it. */
function requireEnvelope(response: XmlElement, { issuer, acsUrl }: Trust): void {
  if (response.localName !== 'Response' || response.namespaceURI !== namespaces.protocol)
    throw new InvalidSaml('The message is not a SAML response.');
  requireEqual('destination', readAttribute(response, 'Destination') ?? acsUrl, acsUrl);
  const sender = findChild(response, 'Issuer');
  if (sender) requireEqual('issuer of the response', readText(sender), issuer);
  const status = readAttribute(requireChild(requireChild(response, 'Status'), 'StatusCode'), 'Value');
  if (status !== success) throw new InvalidSaml(`The provider answered ${status}.`);
}

/** What was encrypted has to be as plain as the rest. The signed bytes would no longer show it. */
async function decryptAssertion(encrypted: XmlElement, { privateKey: key }: Trust): Promise<string> {
  try {
    const options = { key, disallowDecryptionWithInsecureAlgorithm: true, warnInsecureAlgorithm: false };
    return await promisify(xmlEncryption.decrypt)(String(encrypted), options);
  } catch {
    throw new InvalidSaml('The assertion can’t be decrypted.');
  }
}

/** The bytes of the assertion that were signed: nothing else is read from here on. */
async function verifySignature(encoded: string, trust: Trust): Promise<string> {
  try {
    const saml = new SAML({
      idpCert: [...trust.certificates],
      issuer: trust.entityId,
      audience: trust.entityId,
      callbackUrl: trust.acsUrl,
      decryptionPvk: trust.privateKey,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      // These two are checked below, by our clock and for all servers.
      acceptedClockSkewMs: -1,
      validateInResponseTo: ValidateInResponseTo.never,
    });
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded });
    const signed = profile?.getAssertionXml?.();
    if (signed === undefined) throw new Error('There is no assertion.');
    return signed;
  } catch (error) {
    throw new InvalidSaml(`The signature is not accepted: ${(error as Error).message}`);
  }
}

function readAssertion(assertion: XmlElement, inResponseTo: string | undefined, trust: Trust): Assertion {
  if (assertion.localName !== 'Assertion' || assertion.namespaceURI !== namespaces.assertion)
    throw new InvalidSaml('What is signed is not an assertion.');
  requireEqual('issuer', readText(requireChild(assertion, 'Issuer')), trust.issuer);
  const subject = requireChild(assertion, 'Subject');
  const conditions = requireChild(assertion, 'Conditions');
  const statement = requireChild(assertion, 'AuthnStatement');
  const nameId = requireChild(subject, 'NameID');
  const untilMs = [
    readConfirmation(subject, inResponseTo, trust),
    readConditions(conditions, trust),
    requireFuture(statement, 'SessionNotOnOrAfter', trust.now) ?? Infinity,
  ];
  return {
    id: requireValue(assertion, 'ID'),
    validUntil: new Date(Math.min(...untilMs) + skewMs),
    inResponseTo,
    nameId: requireLength(readText(nameId), 'NameID'),
    isTransient: readAttribute(nameId, 'Format') === transient,
    sessionIndex: readAttribute(statement, 'SessionIndex')?.slice(0, 300),
    provenAt: readProof(statement, trust.now),
    attributes: readAttributes(assertion),
  };
}

/** Somebody who has the assertion may use it: here, now, and for what was asked. */
function readConfirmation(subject: XmlElement, inResponseTo: string | undefined, trust: Trust): number {
  const confirmation = listChildren(subject, 'SubjectConfirmation').find(
    (one) => readAttribute(one, 'Method') === bearer,
  );
  if (!confirmation) throw new InvalidSaml('The subject is not confirmed for bearers.');
  const data = requireChild(confirmation, 'SubjectConfirmationData');
  requireEqual('recipient', readAttribute(data, 'Recipient'), trust.acsUrl);
  requireEqual('request', readAttribute(data, 'InResponseTo') ?? '', inResponseTo ?? '');
  requirePast(data, 'NotBefore', trust.now);
  const until = requireFuture(data, 'NotOnOrAfter', trust.now);
  if (until === undefined) throw new InvalidSaml('The confirmation has no end.');
  return until;
}

function readConditions(conditions: XmlElement, { entityId, now }: Trust): number {
  requirePast(conditions, 'NotBefore', now);
  const until = requireFuture(conditions, 'NotOnOrAfter', now);
  const audiences = listChildren(conditions, 'AudienceRestriction');
  const isOurs = audiences.every((one) =>
    listChildren(one, 'Audience').some((who) => readText(who) === entityId),
  );
  if (audiences.length === 0 || !isOurs) throw new InvalidSaml('The audience is another service.');
  return until ?? Infinity;
}

function requireFuture(element: XmlElement, name: string, now: Date): number | undefined {
  const time = readTime(element, name);
  if (time !== undefined && time + skewMs <= now.getTime()) throw new InvalidSaml(`${name} has passed.`);
  return time;
}

function requirePast(element: XmlElement, name: string, now: Date): void {
  const time = readTime(element, name);
  if (time !== undefined && time - skewMs > now.getTime()) throw new InvalidSaml(`${name} is in the future.`);
}

function readTime(element: XmlElement, name: string): number | undefined {
  const text = readAttribute(element, name);
  if (text === undefined) return undefined;
  const time = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new InvalidSaml(`${name} is not a time.`);
  return time;
}

function readProof(statement: XmlElement, now: Date): string | undefined {
  const time = readTime(statement, 'AuthnInstant');
  return time === undefined ? undefined : new Date(Math.min(time, now.getTime())).toISOString();
}

const maxAttributes = 200;
const maxValueLength = 2000;

/** By their names, and by their friendly names where these mean nothing else. */
function readAttributes(assertion: XmlElement): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const attributes = listChildren(assertion, 'AttributeStatement').flatMap((one) =>
    listChildren(one, 'Attribute'),
  );
  for (const attribute of attributes.slice(0, maxAttributes)) {
    const values = listChildren(attribute, 'AttributeValue')
      .filter((value) => listChildren(value).length === 0)
      .map((value) => readText(value).slice(0, maxValueLength));
    const [name, friendly] = [
      readAttribute(attribute, 'Name') ?? '',
      readAttribute(attribute, 'FriendlyName'),
    ];
    found.set(name, [...(found.get(name) ?? []), ...values]);
    if (friendly !== undefined && !found.has(friendly)) found.set(friendly, values);
  }
  return found;
}

function requireValue(element: XmlElement, name: string): string {
  return requireLength(readAttribute(element, name) ?? '', name);
}

function requireLength(text: string, name: string): string {
  if (text === '' || text.length > 1000) throw new InvalidSaml(`${name} is missing or too long.`);
  return text;
}

function requireEqual(what: string, given: string | undefined, wanted: string): void {
  if (given !== wanted) throw new InvalidSaml(`The ${what} is ${given ?? 'missing'}, and not ${wanted}.`);
}
