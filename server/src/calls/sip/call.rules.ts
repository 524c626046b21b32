import { acknowledgeAccepted, buildCancel, buildInvite, type CallSetup } from './call-requests.ts';
import {
  combine,
  createCall,
  emit,
  getTransactionRules,
  keepTransactions,
  restartSession,
  send,
  sendInDialog,
  startTimer,
  stay,
  stopTimer,
  type CallEnd,
  type CallEvent,
  type CallState,
  type CallStep,
  type CallTimer,
  type Move,
} from './call-state.ts';
import { createDialog, type Dialog } from './dialog.ts';
import { chooseChallenge } from './digest.ts';
import { findHeader, listHeaders, parseSequence, type SipRequest, type SipResponse } from './message.ts';
import { answerRequest, type PeerNews } from './peer.rules.ts';
import { chooseMedia } from './sdp.ts';
import { parseSessionPlan } from './session.rules.ts';
import {
  abandonRequest,
  fireTransactionTimer,
  getTimeoutMs,
  matchResponse,
  type TransactionTimer,
} from './transactions.rules.ts';

/**
 * One call that we place, as a state machine: from INVITE to BYE, whichever side ends it, and whatever crosses on the way. It has
 * no socket and no clock (docs/decisions/0180-calls-are-a-state-machine.md).
 */

const maxAuthorizations = 2;
/** A 2xx is repeated until it is acknowledged, for 32 seconds. */
const lingerMs = 40_000;

export function startCall(setup: CallSetup): CallStep {
  const call = createCall(setup);
  return combine(call, send(call.invite), startTimer('ring', setup.target.ringSeconds * 1000));
}

export function advanceCall(call: CallState, event: CallEvent): CallStep {
  switch (event.kind) {
    case 'response':
      return receiveResponse(call, event.response);
    case 'request':
      return receiveRequest(call, event.request);
    case 'hangUp':
      if (call.phase !== 'answered') return giveUp(call, 'caller');
      return combine(call, sendInDialog('BYE', call.dialog), finish({ by: 'caller', wasAnswered: true }));
    case 'timer':
      return fireTimer(call, event.timer);
  }
}

function receiveResponse(call: CallState, response: SipResponse): CallStep {
  const { match, ...step } = matchResponse(call.transactions, response, getTransactionRules(call));
  const isOfInvite = parseSequence(response)?.method === 'INVITE';
  const { status } = response;
  return combine(call, keepTransactions(step), (now) => {
    if (!isOfInvite || match === 'repeated') return stay(now);
    // It needs no transaction: it may be repeated, late, or of a second phone.
    if (status >= 200 && status < 300) return receiveAccepted(now, response);
    if (match === 'unmatched') return stay(now);
    return status < 200 ? receiveProvisional(now, response) : receiveRefusal(now, response);
  });
}

function receiveProvisional(call: CallState, response: SipResponse): CallStep {
  // It could not be canceled before the peer had it.
  if (call.phase === 'canceling') return sendCancel(call);
  if (!isWaiting(call)) return stay(call);
  const media = response.body ? chooseMedia(response.body) : undefined;
  return {
    call: { ...call, phase: 'ringing' },
    effects: [
      ...(response.status >= 180 ? [{ kind: 'ringing' } as const] : []),
      ...(media ? [{ kind: 'earlyMedia', media } as const] : []),
    ],
  };
}

function receiveAccepted(call: CallState, response: SipResponse): CallStep {
  const dialog = createDialog(call.setup.parties, call.invite, response);
  if (!dialog) return stay(call);
  const acknowledge = emit({ kind: 'send', message: acknowledgeAccepted(call.setup, dialog, response) });
  const { remoteTag } = dialog;
  if (remoteTag === call.dialog?.remoteTag || call.rejectedTags.includes(remoteTag)) return acknowledge(call);
  const media = chooseMedia(response.body);
  if (!isWaiting(call) || !media) return combine(call, acknowledge, (now) => rejectAccepted(now, dialog));
  const session = parseSessionPlan(response);
  return combine(
    { ...call, phase: 'answered', dialog, session },
    acknowledge,
    stopTimer('ring'),
    restartSession,
    emit({ kind: 'answered', media }),
  );
}

/** Answered while it was being canceled, by a second phone, or without audio that we understand: it is ended properly. */
function rejectAccepted(call: CallState, dialog: Dialog): CallStep {
  const rejectedTags = [...call.rejectedTags, dialog.remoteTag];
  return combine({ ...call, rejectedTags }, sendInDialog('BYE', dialog), (now) => {
    if (now.phase === 'canceling') return finishCanceled(now);
    return isWaiting(now) ? refuse(488, 'No audio that both sides understand.')(now) : stay(now);
  });
}

function receiveRefusal(call: CallState, response: SipResponse): CallStep {
  if (call.phase === 'canceling') return finishCanceled(call);
  if (!isWaiting(call)) return stay(call);
  return (
    offerLongerSession(call, response) ??
    authorize(call, response) ??
    refuse(response.status, response.reason)(call)
  );
}

function offerLongerSession(call: CallState, response: SipResponse): CallStep | undefined {
  const minimum = Number(findHeader(response, 'Min-SE') ?? 0);
  if (response.status !== 422 || !(minimum > call.sessionSeconds)) return undefined;
  return inviteAgain({ ...call, sessionSeconds: minimum });
}

function authorize(call: CallState, response: SipResponse): CallStep | undefined {
  const isProxy = response.status === 407;
  const { credentials } = call.setup.target;
  if (!isProxy && response.status !== 401) return undefined;
  if (!credentials || call.authorizations >= maxAuthorizations) return undefined;
  const challenge = chooseChallenge(
    listHeaders(response, isProxy ? 'Proxy-Authenticate' : 'WWW-Authenticate'),
  );
  const authorizations = call.authorizations + 1;
  return challenge && inviteAgain({ ...call, authorizations }, { challenge, credentials, isProxy });
}

/** With what the peer asked for. It has not answered this INVITE yet. */
function inviteAgain(call: CallState, login?: Parameters<typeof buildInvite>[2]): CallStep {
  const sequence = call.sequence + 1;
  const invite = buildInvite(call.setup, { ...call, sequence }, login);
  return send(invite)({ ...call, phase: 'calling', sequence, invite });
}

function receiveRequest(call: CallState, request: SipRequest): CallStep {
  const isOpen = call.phase === 'answered';
  const { end, parties, media } = call.setup;
  const ours = { end, tag: parties.localTag, media, isOpen };
  const { peer, reply, news } = answerRequest(call.peer, request, ours);
  const answer = reply ? [emit({ kind: 'send', message: reply })] : [];
  return combine({ ...call, peer }, ...answer, ...news.map(applyNews));
}

const applyNews =
  (news: PeerNews): Move =>
  (call) => {
    switch (news.kind) {
      case 'bye':
        return finish({ by: 'callee', wasAnswered: true })(call);
      case 'refresh':
        return restartSession(call);
      case 'media':
        return emit({ kind: 'mediaChanged', media: news.media })(call);
      case 'digit':
        return emit(news)(call);
    }
  };

function fireTimer(call: CallState, timer: CallTimer): CallStep {
  switch (timer) {
    case 'ring':
      return giveUp(call, 'no answer');
    // A peer that never answers the canceled INVITE does not keep the call open.
    case 'cancel':
      return finishCanceled(call);
    case 'session':
      if (call.session?.isOurs) return combine(call, sendInDialog('UPDATE', call.dialog), restartSession);
      return combine(call, sendInDialog('BYE', call.dialog), finish({ by: 'timer', wasAnswered: true }));
    case 'linger':
      return Object.keys(call.transactions).length > 0
        ? startTimer('linger', lingerMs)(call)
        : emit({ kind: 'forget' })(call);
    default:
      return fireRequestTimer(call, timer);
  }
}

function fireRequestTimer(call: CallState, timer: TransactionTimer): CallStep {
  const { unanswered, ...step } = fireTransactionTimer(call.transactions, timer, getTransactionRules(call));
  const isOver = unanswered === call.invite && call.phase !== 'answered';
  return combine(call, keepTransactions(step), isOver ? finish({ by: 'silence', wasAnswered: false }) : stay);
}

function giveUp(call: CallState, canceledBy: CallState['canceledBy']): CallStep {
  if (!isWaiting(call)) return stay(call);
  return combine(
    { ...call, phase: 'canceling', canceledBy },
    stopTimer('ring'),
    startTimer('cancel', getTimeoutMs(call.setup.timing)),
    call.phase === 'ringing' ? sendCancel : stay,
  );
}

function sendCancel(call: CallState): CallStep {
  if (call.isCancelSent) return stay(call);
  return send(buildCancel(call.setup, call.invite))({ ...call, isCancelSent: true });
}

const finishCanceled = (call: CallState): CallStep =>
  finish({ by: call.canceledBy, wasAnswered: false })(call);

const refuse = (status: number, reason: string): Move =>
  finish({ by: 'refusal', wasAnswered: false, status, reason });

const finish =
  (end: CallEnd): Move =>
  (call) =>
    combine(
      { ...call, phase: 'ended' },
      keepTransactions(abandonRequest(call.transactions, call.invite)),
      ...(['ring', 'cancel', 'session'] as const).map(stopTimer),
      startTimer('linger', lingerMs),
      emit({ kind: 'ended', end }),
    );

const isWaiting = ({ phase }: CallState): boolean => phase === 'calling' || phase === 'ringing';
