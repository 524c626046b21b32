import { randomInt, randomUUID } from 'node:crypto';
import { createDialog, createBranch, createTag, buildRequest, type Dialog, type Parties } from './dialog.ts';
import { buildAuthorization, chooseChallenge, type Credentials } from './digest.ts';
import {
  findHeader,
  listHeaders,
  parseParameters,
  parseSequence,
  serializeMessage,
  type Header,
  type SipRequest,
  type SipResponse,
} from './message.ts';
import { answerPeer } from './answer-peer.ts';
import { chooseMedia, buildSdpOffer, type Media } from './sdp.ts';
import { createSessionTimer } from './session-timer.ts';
import type { Timing, Transactions } from './transactions.ts';
import type { Transport } from './transport.ts';

/** One call that we place: from INVITE to BYE, whoever ends it, and whatever crosses on the way. */
export interface OutboundCall {
  readonly callId: string;
  /** Cancels what rings, ends what was answered. */
  hangUp(): void;
  /** A request of the peer in this call. */
  receive(request: SipRequest): void;
  /** A 2xx that belongs to no open transaction: repeated, late, or of a second phone. */
  receiveAccepted(response: SipResponse): void;
}

export interface CallTarget {
  /** `sip:+4930901820@trunk.example`. */
  readonly uri: string;
  /** Who calls, as the trunk knows us: `"Daybook" <sip:+49301@trunk.example>`. */
  readonly from: string;
  readonly credentials: Credentials | undefined;
  /** How long it may ring. */
  readonly ringSeconds: number;
  /** Where our audio is received. */
  readonly mediaAddress: string;
  readonly mediaPort: number;
}

export interface CallHandlers {
  /** The phone rings. */
  readonly onRinging?: () => void;
  /** Audio before the answer: a ring-back tone or an announcement. */
  readonly onEarlyMedia?: (media: Media) => void;
  readonly onAnswered: (media: Media) => void;
  /** The peer changed its side: on hold, another address. */
  readonly onMediaChanged?: (media: Media) => void;
  readonly onDigit?: (digit: string) => void;
  readonly onEnded: (end: CallEnd) => void;
}

/** How it ended, as telephony knows it; what was said is another thing. */
export type CallEnd =
  | { readonly by: 'callee' | 'caller' | 'timer'; readonly wasAnswered: true }
  /** `silence`: the trunk answered nothing at all, so nobody knows whether the phone rang. */
  | { readonly by: 'caller' | 'no answer' | 'silence'; readonly wasAnswered: false }
  | { readonly by: 'refusal'; readonly wasAnswered: false; readonly status: number; readonly reason: string };

export interface Line {
  readonly transport: Transport;
  readonly transactions: Transactions;
  readonly timing: Timing;
}

type State = 'calling' | 'ringing' | 'cancelling' | 'answered' | 'ended';

const maxAuthorizations = 2;

export function placeCall(line: Line, target: CallTarget, handlers: CallHandlers): OutboundCall {
  const { transport, transactions, timing } = line;
  const parties: Parties = {
    callId: `${randomUUID()}@daybook`,
    from: target.from,
    to: `<${target.uri}>`,
    localTag: createTag(),
  };
  const local = { address: target.mediaAddress, port: target.mediaPort, sessionId: randomInt(1, 2 ** 31) };
  const ackBranch = createBranch();
  let state: State = 'calling';
  let sequence = 0;
  let authorizations = 0;
  let sessionSeconds = 1800;
  let invite: SipRequest;
  let dialog: Dialog | undefined;
  let cancelledBy: 'caller' | 'no answer' = 'caller';
  let isCancelSent = false;
  let limit: NodeJS.Timeout | undefined;
  const session = createSessionTimer({
    refresh: () => sendIn(dialog, 'UPDATE'),
    expire: () => {
      sendIn(dialog, 'BYE');
      finish({ by: 'timer', wasAnswered: true });
    },
  });

  function sendInvite(authorization: readonly Header[]): void {
    sequence += 1;
    invite = buildRequest(transport, parties, {
      method: 'INVITE',
      uri: target.uri,
      sequence,
      headers: [
        { name: 'Allow', value: 'INVITE, ACK, CANCEL, BYE, OPTIONS, UPDATE, INFO' },
        { name: 'Supported', value: 'timer' },
        { name: 'Session-Expires', value: String(sessionSeconds) },
        { name: 'Min-SE', value: '90' },
        ...authorization,
      ],
      body: buildSdpOffer({ ...local, version: 1 }),
    });
    transactions.send(invite, onInviteResponse, () => finish({ by: 'silence', wasAnswered: false }));
  }

  function onInviteResponse(response: SipResponse): void {
    if (response.status < 200) onProvisional(response);
    else if (response.status < 300) onAccepted(response);
    else if (state === 'ended' || state === 'cancelling') finishCancelled();
    else if (!tryAgain(response)) refuse(response.status, response.reason);
  }

  function onProvisional(response: SipResponse): void {
    // It could not be cancelled before the peer had it.
    if (state === 'cancelling') return sendCancel();
    if (state === 'calling') state = 'ringing';
    if (response.status >= 180) handlers.onRinging?.();
    const media = response.body ? chooseMedia(response.body) : undefined;
    if (media) handlers.onEarlyMedia?.(media);
    return undefined;
  }

  function onAccepted(response: SipResponse): void {
    const accepted = createDialog(parties, invite, response);
    if (!accepted) return;
    acknowledge(accepted, response);
    if (accepted.remoteTag === dialog?.remoteTag) return;
    const media = chooseMedia(response.body);
    // Answered while it was being cancelled, by a second phone, or without audio that we understand: it is ended properly.
    if (state === 'ended' || state === 'cancelling' || dialog || !media) {
      sendIn(accepted, 'BYE');
      if (state === 'cancelling') finishCancelled();
      else if (!media && !dialog) refuse(488, 'No audio that both sides understand.');
      return;
    }
    dialog = accepted;
    state = 'answered';
    clearTimeout(limit);
    session.start(response);
    handlers.onAnswered(media);
  }

  /** True once the INVITE was sent again, with what the peer asked for. */
  function tryAgain(response: SipResponse): boolean {
    if (response.status === 422) {
      const minimum = Number(findHeader(response, 'Min-SE') ?? 0);
      if (!(minimum > sessionSeconds)) return false;
      sessionSeconds = minimum;
      sendInvite([]);
      return true;
    }
    const isProxy = response.status === 407;
    const { credentials } = target;
    if ((!isProxy && response.status !== 401) || !credentials || authorizations >= maxAuthorizations)
      return false;
    const challenge = chooseChallenge(
      listHeaders(response, isProxy ? 'Proxy-Authenticate' : 'WWW-Authenticate'),
    );
    if (!challenge) return false;
    authorizations += 1;
    const value = buildAuthorization(challenge, credentials, { method: 'INVITE', uri: target.uri, count: 1 });
    sendInvite([{ name: isProxy ? 'Proxy-Authorization' : 'Authorization', value }]);
    return true;
  }

  /** A repeated 2xx gets the same ACK: one with another branch would not be taken for a retransmission. */
  function acknowledge(accepted: Dialog, response: SipResponse): void {
    const { target: uri, remoteTag, routes } = accepted;
    const number = parseSequence(response)?.number ?? sequence;
    const branch = `${ackBranch}-${remoteTag}`;
    const ack = { method: 'ACK', uri, sequence: number, remoteTag, routes, branch };
    transport.send(serializeMessage(buildRequest(transport, accepted, ack)));
  }

  function giveUp(by: 'caller' | 'no answer'): void {
    if (state !== 'calling' && state !== 'ringing') return;
    const hasArrived = state === 'ringing';
    state = 'cancelling';
    cancelledBy = by;
    clearTimeout(limit);
    if (hasArrived) sendCancel();
    // A peer that never answers the cancelled INVITE does not keep the call open.
    limit = setTimeout(() => {
      transactions.abandon(invite);
      finishCancelled();
    }, 64 * timing.t1);
  }

  /** CANCEL has the branch and the number of the INVITE that it is about. */
  function sendCancel(): void {
    if (isCancelSent) return;
    isCancelSent = true;
    const branch = parseParameters(listHeaders(invite, 'Via')[0] ?? '').get('branch') ?? createBranch();
    transactions.send(
      buildRequest(transport, parties, { method: 'CANCEL', uri: invite.uri, sequence, branch }),
    );
  }

  function finishCancelled(): void {
    finish({ by: cancelledBy, wasAnswered: false });
  }

  function refuse(status: number, reason: string): void {
    finish({ by: 'refusal', wasAnswered: false, status, reason });
  }

  function finish(end: CallEnd): void {
    if (state === 'ended') return;
    state = 'ended';
    clearTimeout(limit);
    session.stop();
    handlers.onEnded(end);
  }

  function sendIn(open: Dialog | undefined, method: string): void {
    if (!open) return;
    sequence += 1;
    const { target: uri, remoteTag, routes } = open;
    transactions.send(buildRequest(transport, open, { method, uri, sequence, remoteTag, routes }));
  }

  const answer = answerPeer(transport, parties.localTag, local, {
    onBye: () => finish({ by: 'callee', wasAnswered: true }),
    onRefresh: session.restart,
    onMedia: (media) => handlers.onMediaChanged?.(media),
    onDigit: (digit) => handlers.onDigit?.(digit),
  });
  sendInvite([]);
  limit = setTimeout(() => giveUp('no answer'), target.ringSeconds * 1000);
  return {
    callId: parties.callId,
    hangUp() {
      if (state !== 'answered') return giveUp('caller');
      sendIn(dialog, 'BYE');
      return finish({ by: 'caller', wasAnswered: true });
    },
    receive: (request) => answer(request, state === 'answered'),
    receiveAccepted: onAccepted,
  };
}
