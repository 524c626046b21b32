import { buildResponse, formatContact } from './dialog.ts';
import { findHeader, parseSequence, type Header, type SipRequest, type SipResponse } from './message.ts';
import { buildSdpAnswer, chooseMedia, buildSdpOffer, type Media } from './sdp.ts';
import type { LocalEnd } from './transport.ts';

/** Answers the peer's requests in a call: its end, changes of its side, and whether we are still there. */

/** What we know of the peer's requests so far. */
export interface PeerState {
  readonly lastNumber: number;
  readonly lastReply: SipResponse | undefined;
  /** Counts our descriptions of the session. */
  readonly version: number;
}

export const firstPeerState: PeerState = { lastNumber: -1, lastReply: undefined, version: 1 };

/** Our side of the call. */
interface OurSide {
  readonly end: LocalEnd;
  readonly tag: string;
  readonly media: { readonly address: string; readonly port: number; readonly sessionId: number };
  /** Whether the call is answered and not yet over. */
  readonly isOpen: boolean;
}

interface PeerAnswer {
  readonly peer: PeerState;
  /** Undefined for an ACK, which has no answer. */
  readonly reply?: SipResponse;
  readonly news: readonly PeerNews[];
}

export type PeerNews =
  | { readonly kind: 'bye' | 'refresh' }
  | { readonly kind: 'digit'; readonly digit: string }
  | { readonly kind: 'media'; readonly media: Media };

export function answerRequest(peer: PeerState, request: SipRequest, ours: OurSide): PeerAnswer {
  // It has the peer's description where the offer was ours.
  if (request.method === 'ACK') return { peer, news: ours.isOpen ? mediaIn(request) : [] };
  const number = parseSequence(request)?.number ?? 0;
  // Our answer was lost.
  if (number === peer.lastNumber && peer.lastReply) return { peer, reply: peer.lastReply, news: [] };
  const version = peer.version + 1;
  const { status, reason, headers = [], body = '' } = chooseReply(peer, request, number, ours, version);
  const contact = { name: 'Contact', value: formatContact(ours.end) };
  const all = [...(status < 300 ? [contact] : []), ...headers];
  const reply = buildResponse(request, status, reason, { tag: ours.tag, headers: all, body });
  // A request that came before the 2xx, or late, is judged again when it is repeated.
  if (!ours.isOpen || number < peer.lastNumber) return { peer, reply, news: [] };
  return {
    peer: { lastNumber: number, lastReply: reply, version: body ? version : peer.version },
    reply,
    news: status === 200 ? newsIn(request) : [],
  };
}

interface Reply {
  readonly status: number;
  readonly reason: string;
  readonly headers?: readonly Header[];
  readonly body?: string;
}

const ok: Reply = { status: 200, reason: 'OK' };

function chooseReply(
  { lastNumber }: PeerState,
  request: SipRequest,
  number: number,
  { isOpen, media }: OurSide,
  version: number,
): Reply {
  if (!isOpen) return { status: 481, reason: 'Call/Transaction Does Not Exist' };
  if (number < lastNumber) return { status: 500, reason: 'Server Internal Error' };
  switch (request.method) {
    case 'BYE':
    case 'INFO':
    case 'OPTIONS':
      return ok;
    case 'INVITE':
    case 'UPDATE':
      return replyToChange(request, { ...media, version });
    default:
      return { status: 405, reason: 'Method Not Allowed' };
  }
}

/** The peer describes its side again, or only says that it is still there. */
function replyToChange(request: SipRequest, description: Parameters<typeof buildSdpOffer>[0]): Reply {
  const expires = findHeader(request, 'Session-Expires');
  const headers = expires ? [{ name: 'Session-Expires', value: expires }] : [];
  if (!request.body && request.method === 'UPDATE') return { ...ok, headers };
  const media = chooseMedia(request.body);
  if (request.body && !media) return { status: 488, reason: 'Not Acceptable Here' };
  const body = media ? buildSdpAnswer(description, media, request.body) : buildSdpOffer(description);
  return { ...ok, headers, body };
}

function newsIn(request: SipRequest): PeerNews[] {
  switch (request.method) {
    case 'BYE':
      return [{ kind: 'bye' }];
    case 'INFO':
      return digitIn(request);
    case 'INVITE':
    case 'UPDATE':
      return [{ kind: 'refresh' }, ...mediaIn(request)];
    default:
      return [];
  }
}

function mediaIn({ body }: SipRequest): PeerNews[] {
  const media = body ? chooseMedia(body) : undefined;
  return media ? [{ kind: 'media', media }] : [];
}

/** Of a telephone that sends digits by signaling: `Signal=5` (application/dtmf-relay), or `5` alone (application/dtmf). */
function digitIn(request: SipRequest): PeerNews[] {
  const type = findHeader(request, 'Content-Type')?.split(';')[0]?.trim().toLowerCase();
  const found =
    type === 'application/dtmf-relay'
      ? /^\s*Signal\s*=\s*(\S+)/im.exec(request.body)
      : type === 'application/dtmf'
        ? /^\s*(\S+)\s*$/.exec(request.body)
        : null;
  const signal = found?.[1]?.toUpperCase() ?? '';
  const digit = /^[0-9*#A-D]$/.test(signal) ? signal : events[signal];
  return digit === undefined ? [] : [{ kind: 'digit', digit }];
}

/** As RFC 4733 numbers them. */
const events: Readonly<Record<string, string>> = { 10: '*', 11: '#' };
