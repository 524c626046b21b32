import { formatContact, buildResponse } from './dialog.ts';
import { findHeader, parseSequence, serializeMessage, type Header, type SipRequest } from './message.ts';
import { buildSdpAnswer, chooseMedia, buildSdpOffer, type Media } from './sdp.ts';
import type { Transport } from './transport.ts';

interface Handlers {
  readonly onBye: () => void;
  readonly onRefresh: () => void;
  readonly onMedia: (media: Media) => void;
  readonly onDigit: (digit: string) => void;
}

interface Local {
  readonly address: string;
  readonly port: number;
  readonly sessionId: number;
}

interface Reply {
  readonly status: number;
  readonly reason: string;
  readonly headers?: readonly Header[];
  readonly body?: string;
}

const ok: Reply = { status: 200, reason: 'OK' };

/** Answers what the peer requests in a call: its end, changes of its side, and whether we are still there. */
export function answerPeer(
  transport: Transport,
  tag: string,
  local: Local,
  { onBye, onRefresh, onMedia, onDigit }: Handlers,
): (request: SipRequest, isOpen: boolean) => void {
  let lastNumber = -1;
  let lastReply = '';
  let version = 1;

  function replyTo(request: SipRequest, number: number, isOpen: boolean): Reply {
    if (!isOpen) return { status: 481, reason: 'Call/Transaction Does Not Exist' };
    if (number < lastNumber) return { status: 500, reason: 'Server Internal Error' };
    switch (request.method) {
      case 'BYE':
      case 'INFO':
      case 'OPTIONS':
        return ok;
      case 'INVITE':
      case 'UPDATE':
        return replyToChange(request);
      default:
        return { status: 405, reason: 'Method Not Allowed' };
    }
  }

  /** The peer describes its side anew, or only says that it is still there. */
  function replyToChange(request: SipRequest): Reply {
    const expires = findHeader(request, 'Session-Expires');
    const headers = expires ? [{ name: 'Session-Expires', value: expires }] : [];
    if (!request.body && request.method === 'UPDATE') return { ...ok, headers };
    const media = chooseMedia(request.body);
    if (request.body && !media) return { status: 488, reason: 'Not Acceptable Here' };
    version += 1;
    const description = { ...local, version };
    return {
      ...ok,
      headers,
      body: media ? buildSdpAnswer(description, media, request.body) : buildSdpOffer(description),
    };
  }

  function describeMedia({ body }: SipRequest): void {
    const media = body ? chooseMedia(body) : undefined;
    if (media) onMedia(media);
  }

  return (request, isOpen) => {
    // With an answer of the peer, where the offer was ours.
    if (request.method === 'ACK') return isOpen ? describeMedia(request) : undefined;
    const number = parseSequence(request)?.number ?? 0;
    // Our answer was lost.
    if (number === lastNumber) return transport.send(lastReply);
    const { status, reason, headers = [], body = '' } = replyTo(request, number, isOpen);
    const contact = { name: 'Contact', value: formatContact(transport) };
    const all = [...(status < 300 ? [contact] : []), ...headers];
    const text = serializeMessage(buildResponse(request, status, reason, { tag, headers: all, body }));
    transport.send(text);
    if (number < lastNumber) return;
    lastNumber = number;
    lastReply = text;
    if (status !== 200) return;
    if (request.method === 'BYE') onBye();
    if (request.method === 'INFO') {
      const digit = digitIn(request);
      if (digit !== undefined) onDigit(digit);
    }
    if (request.method !== 'INVITE' && request.method !== 'UPDATE') return;
    onRefresh();
    describeMedia(request);
  };
}

/** Of a telephone that sends digits by signalling: `Signal=5` (application/dtmf-relay), or `5` alone (application/dtmf). */
function digitIn(request: SipRequest): string | undefined {
  const type = findHeader(request, 'Content-Type')?.split(';')[0]?.trim().toLowerCase();
  const found =
    type === 'application/dtmf-relay'
      ? /^\s*Signal\s*=\s*(\S+)/im.exec(request.body)
      : type === 'application/dtmf'
        ? /^\s*(\S+)\s*$/.exec(request.body)
        : null;
  const signal = found?.[1]?.toUpperCase() ?? '';
  return /^[0-9*#A-D]$/.test(signal) ? signal : events[signal];
}

/** As RFC 4733 numbers them. */
const events: Readonly<Record<string, string>> = { 10: '*', 11: '#' };
