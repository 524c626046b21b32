/** SIP messages as RFC 3261 writes them: parsing what peers send, serializing what we send. */

export interface Header {
  readonly name: string;
  readonly value: string;
}

interface Common {
  readonly headers: readonly Header[];
  readonly body: string;
}

export interface SipRequest extends Common {
  readonly kind: 'request';
  readonly method: string;
  readonly uri: string;
}

export interface SipResponse extends Common {
  readonly kind: 'response';
  readonly status: number;
  readonly reason: string;
}

export type SipMessage = SipRequest | SipResponse;

const maxHeaders = 200;
const maxBytes = 65_536;

/** Undefined for what is no SIP message: a peer's keep-alive, or noise on an open port. */
export function parseMessage(text: string): SipMessage | undefined {
  if (text.length > maxBytes) return undefined;
  const end = text.search(/\r?\n\r?\n/);
  const head = end < 0 ? text : text.slice(0, end);
  // A header may go on in the next line, which then begins with a space.
  const [first = '', ...lines] = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  if (lines.length > maxHeaders) return undefined;
  const headers: Header[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon <= 0) return undefined;
    headers.push({ name: fullName(line.slice(0, colon).trim()), value: line.slice(colon + 1).trim() });
  }
  const start = startLine(first);
  if (!start) return undefined;
  const body = end < 0 ? '' : text.slice(end).replace(/^\r?\n\r?\n/, '');
  const length = numberIn(findHeader({ headers }, 'Content-Length'));
  if (length !== undefined && Buffer.byteLength(body) < length) return undefined;
  const cut = length === undefined ? body : Buffer.from(body).subarray(0, length).toString();
  return { ...start, headers, body: cut };
}

function startLine(
  line: string,
): Pick<SipRequest, 'kind' | 'method' | 'uri'> | Pick<SipResponse, 'kind' | 'status' | 'reason'> | undefined {
  const response = /^SIP\/2\.0 ([1-6]\d\d)(?: (.*))?$/.exec(line);
  if (response) return { kind: 'response', status: Number(response[1]), reason: response[2] ?? '' };
  const request = /^([A-Z]{2,20}) (\S+) SIP\/2\.0$/.exec(line);
  return request ? { kind: 'request', method: request[1] ?? '', uri: request[2] ?? '' } : undefined;
}

const compactNames: Readonly<Record<string, string>> = {
  c: 'Content-Type',
  e: 'Content-Encoding',
  f: 'From',
  i: 'Call-ID',
  k: 'Supported',
  l: 'Content-Length',
  m: 'Contact',
  s: 'Subject',
  t: 'To',
  v: 'Via',
  x: 'Session-Expires',
};

const fullName = (name: string): string => compactNames[name.toLowerCase()] ?? name;

/** The first header of that name. */
export function findHeader({ headers }: Pick<SipMessage, 'headers'>, name: string): string | undefined {
  return listHeaders({ headers }, name)[0];
}

/** All of that name, in order; a list in one header counts as several. */
export function listHeaders({ headers }: Pick<SipMessage, 'headers'>, name: string): string[] {
  const found = headers.filter((header) => header.name.toLowerCase() === name.toLowerCase());
  return found.flatMap(({ value }) => (listed.has(name.toLowerCase()) ? splitList(value) : [value]));
}

const listed = new Set(['via', 'record-route', 'route', 'contact', 'allow', 'supported', 'require']);

/** At commas outside of quotes and angle brackets. */
function splitList(value: string): string[] {
  const parts: string[] = [];
  let part = '';
  let isQuoted = false;
  let depth = 0;
  for (let index = 0; index < value.length; index += 1) {
    const char = value[index];
    if (char === '"' && value[index - 1] !== '\\') isQuoted = !isQuoted;
    else if (!isQuoted && char === '<') depth += 1;
    else if (!isQuoted && char === '>') depth -= 1;
    if (char === ',' && !isQuoted && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else part += char ?? '';
  }
  return [...parts, part.trim()].filter(Boolean);
}

export function serializeMessage(message: SipMessage): string {
  const first =
    message.kind === 'request'
      ? `${message.method} ${message.uri} SIP/2.0`
      : `SIP/2.0 ${message.status} ${message.reason}`;
  const headers = message.headers.filter(({ name }) => name.toLowerCase() !== 'content-length');
  const lines = headers.map(({ name, value }) => `${name}: ${withoutBreaks(value)}`);
  const length = Buffer.byteLength(message.body);
  return [first, ...lines, `Content-Length: ${length}`, '', message.body].join('\r\n');
}

/** No value can add a header of its own. */
const withoutBreaks = (value: string): string => value.replaceAll(/[\r\n]+/g, ' ');

/** `tag=1;lr` behind an address or a Via: by lower-case name, without quotes. */
export function parseParameters(value: string): ReadonlyMap<string, string> {
  const afterAddress = value.slice(value.lastIndexOf('>') + 1);
  const found = new Map<string, string>();
  for (const part of afterAddress.split(';').slice(1)) {
    const [name = '', ...rest] = part.split('=');
    found.set(name.trim().toLowerCase(), rest.join('=').trim().replaceAll(/^"|"$/g, ''));
  }
  return found;
}

/** The URI of a `From`, `To`, `Contact` or `Record-Route`, with or without a display name. */
export function parseUri(value: string): string {
  const withoutName = value.replace(/^\s*"(?:[^"\\]|\\.)*"/, '');
  const bracketed = /<([^>]*)>/.exec(withoutName);
  return bracketed?.[1] ?? withoutName.split(';')[0]?.trim() ?? '';
}

export interface SequenceNumber {
  readonly number: number;
  readonly method: string;
}

export function parseSequence(message: Pick<SipMessage, 'headers'>): SequenceNumber | undefined {
  const found = /^(\d{1,10})\s+([A-Z]+)$/.exec(findHeader(message, 'CSeq') ?? '');
  return found ? { number: Number(found[1]), method: found[2] ?? '' } : undefined;
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}
