import { randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import {
  headerOf,
  headersOf,
  parametersOf,
  uriIn,
  type Header,
  type SipRequest,
  type SipResponse,
} from './message.ts';
import type { Transport } from './transport.ts';

/** Who talks to whom in one call, and in which order (RFC 3261 section 12). */

export const newTag = (): string => randomBytes(8).toString('hex');
/** The prefix says that the branch is unique, as RFC 3261 demands. */
export const newBranch = (): string => `z9hG4bK${randomBytes(12).toString('hex')}`;

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
export function dialogOf(parties: Parties, request: SipRequest, response: SipResponse): Dialog | undefined {
  const remoteTag = parametersOf(headerOf(response, 'To') ?? '').get('tag');
  if (!remoteTag) return undefined;
  const contact = headersOf(response, 'Contact')[0];
  return {
    ...parties,
    remoteTag,
    target: contact ? uriIn(contact) : request.uri,
    routes: headersOf(response, 'Record-Route').toReversed(),
  };
}

interface Outgoing {
  readonly method: string;
  readonly uri: string;
  readonly sequence: number;
  readonly remoteTag?: string;
  readonly routes?: readonly string[];
  readonly branch?: string;
  readonly headers?: readonly Header[];
  readonly body?: string;
}

export function requestOf(
  transport: Transport,
  { callId, from, to, localTag }: Parties,
  { method, uri, sequence, remoteTag, routes = [], branch = newBranch(), headers = [], body = '' }: Outgoing,
): SipRequest {
  return {
    kind: 'request',
    method,
    uri,
    headers: [
      { name: 'Via', value: `SIP/2.0/${transport.protocol} ${hostPort(transport)};rport;branch=${branch}` },
      ...routes.map((value) => ({ name: 'Route', value })),
      { name: 'Max-Forwards', value: '70' },
      { name: 'From', value: `${from};tag=${localTag}` },
      { name: 'To', value: remoteTag ? `${to};tag=${remoteTag}` : to },
      { name: 'Call-ID', value: callId },
      { name: 'CSeq', value: `${sequence} ${method}` },
      { name: 'Contact', value: contactOf(transport) },
      { name: 'User-Agent', value: 'Daybook' },
      ...headers,
      ...(body ? [{ name: 'Content-Type', value: 'application/sdp' }] : []),
    ],
    body,
  };
}

/** To a request of the peer: what it sent comes back, with our tag. */
export function responseTo(
  request: SipRequest,
  status: number,
  reason: string,
  more: { readonly tag?: string; readonly headers?: readonly Header[]; readonly body?: string } = {},
): SipResponse {
  const { tag = newTag(), headers = [], body = '' } = more;
  const to = headerOf(request, 'To') ?? '';
  const copied = ['Via', 'Record-Route'].flatMap((name) =>
    headersOf(request, name).map((value) => ({ name, value })),
  );
  return {
    kind: 'response',
    status,
    reason,
    headers: [
      ...copied,
      { name: 'From', value: headerOf(request, 'From') ?? '' },
      { name: 'To', value: parametersOf(to).has('tag') ? to : `${to};tag=${tag}` },
      { name: 'Call-ID', value: headerOf(request, 'Call-ID') ?? '' },
      { name: 'CSeq', value: headerOf(request, 'CSeq') ?? '' },
      { name: 'User-Agent', value: 'Daybook' },
      ...headers,
      ...(body ? [{ name: 'Content-Type', value: 'application/sdp' }] : []),
    ],
    body,
  };
}

export function contactOf(transport: Transport): string {
  const parameter = transport.protocol === 'UDP' ? '' : `;transport=${transport.protocol.toLowerCase()}`;
  return `<sip:daybook@${hostPort(transport)}${parameter}>`;
}

function hostPort({ address, port }: Transport): string {
  return `${isIPv6(address) ? `[${address}]` : address}:${port}`;
}
