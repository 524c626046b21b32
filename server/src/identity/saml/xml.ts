import { DOMParser } from '@xmldom/xmldom';

/** A message of a SAML provider that is not accepted, and why: for the log, and for the owner who tests a connection. */
export class InvalidSaml extends Error {}

interface XmlNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly parentNode: XmlNode | null;
}

interface XmlAttribute {
  readonly name: string;
  readonly localName: string | null;
  readonly value: string;
}

/** As far as it is needed here: the server has no types of browsers. */
export interface XmlElement extends XmlNode {
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly childNodes: ArrayLike<XmlNode>;
  readonly attributes: ArrayLike<XmlAttribute>;
}

export const namespaces = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

/**
 * The root of a document without anything that parsers disagree about: no document type, no entities, no comments, no processing
 * instructions, no CDATA. A comment in a name would be part of what is signed in one reading, and an end of the text in another.
 */
export function parseXml(text: string): XmlElement {
  const body = text.replace(/^\uFEFF?\s*<\?xml [^?<>]*\?>/, '');
  if (body.includes('<!') || body.includes('<?'))
    throw new InvalidSaml('The XML has a document type, a comment, CDATA or a processing instruction.');
  requireModestTags(body);
  const refuse = (message: unknown): never => {
    throw new InvalidSaml(`The XML can’t be parsed: ${String(message).split('\n')[0]}`);
  };
  const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } });
  const parsed = parser.parseFromString(body.trim(), 'text/xml') as
    | { documentElement?: XmlElement }
    | undefined;
  const root = parsed?.documentElement;
  if (!root) throw new InvalidSaml('The XML has no content.');
  return root;
}

const maxDepth = 60;
const maxElements = 10_000;
/** Every character of a tag has one way to match, and none leads past the next tag: this takes as long as the text is. */
const tag = /<(\/?)(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/g;

/** Deep nesting takes the parser seconds, and anyone can send such a message. */
function requireModestTags(text: string): void {
  let [depth, count] = [0, 0];
  for (const [whole, end] of text.matchAll(tag)) {
    count += 1;
    if (end) depth -= 1;
    else if (!whole.endsWith('/>')) depth += 1;
    if (depth > maxDepth || count > 2 * maxElements) throw new InvalidSaml('The XML has too many elements.');
  }
  if (count !== text.split('<').length - 1) throw new InvalidSaml('The XML has a tag without an end.');
}

export function listChildren(element: XmlElement, localName?: string): XmlElement[] {
  const elements = Array.from(element.childNodes).filter((node): node is XmlElement => node.nodeType === 1);
  return localName === undefined ? elements : elements.filter((child) => child.localName === localName);
}

/** The element itself, and everything in it. */
export function listElements(element: XmlElement): XmlElement[] {
  return [element, ...listChildren(element).flatMap((child) => listElements(child))];
}

/** Exactly one. */
export function requireChild(element: XmlElement, localName: string): XmlElement {
  const found = findChild(element, localName);
  if (!found) throw new InvalidSaml(`${element.localName} has no ${localName}.`);
  return found;
}

/** One or none. */
export function findChild(element: XmlElement, localName: string): XmlElement | undefined {
  const [found, ...others] = listChildren(element, localName);
  if (others.length > 0) throw new InvalidSaml(`${element.localName} has several ${localName}.`);
  return found;
}

/** The text of an element that has nothing else in it. */
export function readText(element: XmlElement): string {
  if (listChildren(element).length > 0) throw new InvalidSaml(`${element.localName} is not a text.`);
  return Array.from(element.childNodes, (node) => node.nodeValue ?? '')
    .join('')
    .trim();
}

export function readAttribute(element: XmlElement, name: string): string | undefined {
  return Array.from(element.attributes).find((attribute) => attribute.name === name)?.value;
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
