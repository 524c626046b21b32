import { randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import {
  findHeader,
  listHeaders,
  parseParameters,
  parseUri,
  type Header,
  type SipRequest,
  type SipResponse,
} from './message.ts';
import type { LocalEnd } from './transport.ts';

/** Who talks to whom in one call, and in which order (RFC 3261 section 12). */

export const createTag = (): string => randomBytes(8).toString('hex');
/** The prefix says that the branch is unique, as RFC 3261 demands. */
export const createBranch = (): string => `z9hG4bK${randomBytes(12).toString('hex')}`;

export interface Parties {
  readonly callId: string;
  /** Our own address of record, with a display name if there is one. */
  readonly from: string;
  readonly to: string;
  readonly localTag: string;
}

export interface Dialog extends Parties {
  readonly remoteTag: string;
  /** Where requests of this dialog go: the peer's contact, by way of its proxies. */
  readonly target: string;
  readonly routes: readonly string[];
}

/** Once an INVITE has been answered with a tag. */
export function createDialog(
  parties: Parties,
  request: SipRequest,
  response: SipResponse,
): Dialog | undefined {
  const remoteTag = parseParameters(findHeader(response, 'To') ?? '').get('tag');
  if (!remoteTag) return undefined;
  const contact = listHeaders(response, 'Contact')[0];
  return {
    ...parties,
    remoteTag,
    target: contact ? parseUri(contact) : request.uri,
    routes: listHeaders(response, 'Record-Route').toReversed(),
  };
}

interface RequestFields {
  readonly method: string;
  readonly uri: string;
  readonly sequence: number;
  readonly remoteTag?: string;
  readonly routes?: readonly string[];
  readonly branch: string;
  readonly headers?: readonly Header[];
  readonly body?: string;
}

export function buildRequest(
  end: LocalEnd,
  { callId, from, to, localTag }: Parties,
  { method, uri, sequence, remoteTag, routes = [], branch, headers = [], body = '' }: RequestFields,
): SipRequest {
  return {
    kind: 'request',
    method,
    uri,
    headers: [
      { name: 'Via', value: `SIP/2.0/${end.protocol} ${hostPort(end)};rport;branch=${branch}` },
      ...routes.map((value) => ({ name: 'Route', value })),
      { name: 'Max-Forwards', value: '70' },
      { name: 'From', value: `${from};tag=${localTag}` },
      { name: 'To', value: remoteTag ? `${to};tag=${remoteTag}` : to },
      { name: 'Call-ID', value: callId },
      { name: 'CSeq', value: `${sequence} ${method}` },
      { name: 'Contact', value: formatContact(end) },
      { name: 'User-Agent', value: 'Daybook' },
      ...headers,
      ...(body ? [{ name: 'Content-Type', value: 'application/sdp' }] : []),
    ],
    body,
  };
}

/** To a request of the peer: what it sent comes back, with our tag. */
export function buildResponse(
  request: SipRequest,
  status: number,
  reason: string,
  more: { readonly tag?: string; readonly headers?: readonly Header[]; readonly body?: string } = {},
): SipResponse {
  const { tag = createTag(), headers = [], body = '' } = more;
  const to = findHeader(request, 'To') ?? '';
  const copied = ['Via', 'Record-Route'].flatMap((name) =>
    listHeaders(request, name).map((value) => ({ name, value })),
  );
  return {
    kind: 'response',
    status,
    reason,
    headers: [
      ...copied,
      { name: 'From', value: findHeader(request, 'From') ?? '' },
      { name: 'To', value: parseParameters(to).has('tag') ? to : `${to};tag=${tag}` },
      { name: 'Call-ID', value: findHeader(request, 'Call-ID') ?? '' },
      { name: 'CSeq', value: findHeader(request, 'CSeq') ?? '' },
      { name: 'User-Agent', value: 'Daybook' },
      ...headers,
      ...(body ? [{ name: 'Content-Type', value: 'application/sdp' }] : []),
    ],
    body,
  };
}

export function formatContact(end: LocalEnd): string {
  const parameter = end.protocol === 'UDP' ? '' : `;transport=${end.protocol.toLowerCase()}`;
  return `<sip:daybook@${hostPort(end)}${parameter}>`;
}

function hostPort({ address, port }: LocalEnd): string {
  return `${isIPv6(address) ? `[${address}]` : address}:${port}`;
}
