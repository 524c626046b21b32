import { XMLParser, XMLBuilder } from 'fast-xml-parser';

/** The XML of WebDAV, as far as CalDAV needs it. Names are compared without their prefixes, which every server chooses itself. */

export interface DavResponse {
  readonly href: string;
  /** Of the resource as a whole, when the server gives one: 404 for what was removed. */
  readonly status: number | null;
  /** Properties that were found, by their names without a prefix. */
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface Multistatus {
  readonly responses: readonly DavResponse[];
  readonly syncToken: string | null;
}

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: false,
  // Entities of a document type of its own are how a small file becomes a large one.
  processEntities: { enabled: true, maxTotalExpansions: 1_000_000, maxEntitySize: 100, maxEntityCount: 0 },
});

/** An answer that was cut off on its way could still be parsed, and would look as if entries had been deleted. */
const end = /<\/?(?:[\w.-]+:)?multistatus\b[^<>]*>\s*$/;

export function parseMultistatus(text: string): Multistatus {
  if (!end.test(text.slice(-500))) throw new Error('The document is not a whole multistatus.');
  const root = (parser.parse(text) as { multistatus?: unknown }).multistatus;
  const multistatus = isObject(root) ? root : {};
  return {
    responses: toList(multistatus['response']).flatMap((response) =>
      isObject(response) ? [responseOf(response)] : [],
    ),
    syncToken: getText(multistatus['sync-token']),
  };
}

function responseOf(response: Record<string, unknown>): DavResponse {
  const properties: Record<string, unknown> = {};
  for (const part of toList(response['propstat'])) {
    if (!isObject(part) || statusOf(part['status']) !== 200 || !isObject(part['prop'])) continue;
    Object.assign(properties, part['prop']);
  }
  return { href: getText(response['href'])?.trim() ?? '', status: statusOf(response['status']), properties };
}

function statusOf(value: unknown): number | null {
  const found = /\b(\d{3})\b/.exec(getText(value) ?? '');
  return found ? Number(found[1]) : null;
}

/** The text of an element, with or without attributes. */
export function getText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (isObject(value) && typeof value['#text'] === 'string') return value['#text'];
  return null;
}

export function toList(value: unknown): unknown[] {
  if (value === undefined || value === null || value === '') return [];
  return Array.isArray(value) ? value : [value];
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
});

/** A request's body. The value has the names with the prefixes `d`, `c`, `a` and `s`. */
export function buildXml(root: string, value: object): string {
  const namespaces = {
    '@xmlns:d': 'DAV:',
    '@xmlns:c': 'urn:ietf:params:xml:ns:caldav',
    '@xmlns:a': 'http://apple.com/ns/ical/',
  };
  return `<?xml version="1.0" encoding="utf-8"?>${builder.build({ [root]: { ...namespaces, ...value } })}`;
}
