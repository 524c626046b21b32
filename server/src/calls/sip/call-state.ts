import { buildInDialog, buildInvite, type CallSetup } from './call-requests.ts';
import type { Dialog } from './dialog.ts';
import type { SipRequest, SipResponse } from './message.ts';
import { firstPeerState, type PeerState } from './peer.rules.ts';
import type { Media } from './sdp.ts';
import type { SessionPlan } from './session.rules.ts';
import {
  startTransaction,
  type ClientTransactions,
  type TransactionEffect,
  type TransactionRules,
  type TransactionStep,
  type TransactionTimer,
} from './transactions.rules.ts';

/**
 * What is known of one call that we place, and what can happen to it. `call.rules.ts` decides; `outbound-call.ts` performs the
 * effects.
 */
export interface CallState {
  readonly setup: CallSetup;
  /** `calling`: the peer may not have the INVITE yet, so it can't be canceled. */
  readonly phase: 'calling' | 'ringing' | 'canceling' | 'answered' | 'ended';
  readonly invite: SipRequest;
  /** The number of our last request. */
  readonly sequence: number;
  readonly authorizations: number;
  readonly sessionSeconds: number;
  readonly canceledBy: 'caller' | 'no answer';
  readonly isCancelSent: boolean;
  /** With the phone that answered first. */
  readonly dialog: Dialog | undefined;
  /** Tags of phones that answered and that we hung up at once. */
  readonly rejectedTags: readonly string[];
  readonly session: SessionPlan | undefined;
  readonly peer: PeerState;
  readonly transactions: ClientTransactions;
}

export type CallEvent =
  | { readonly kind: 'response'; readonly response: SipResponse }
  | { readonly kind: 'request'; readonly request: SipRequest }
  /** Cancels a call that rings, ends one that was answered. */
  | { readonly kind: 'hangUp' }
  | { readonly kind: 'timer'; readonly timer: CallTimer };

/** `linger`: how long messages that come late still find their call. */
export type CallTimer = 'ring' | 'cancel' | 'session' | 'linger' | TransactionTimer;

export type CallEffect =
  | TransactionEffect
  | { readonly kind: 'startTimer'; readonly timer: CallTimer; readonly afterMs: number }
  | { readonly kind: 'stopTimer'; readonly timer: CallTimer }
  | { readonly kind: 'ringing' }
  | { readonly kind: 'earlyMedia' | 'answered' | 'mediaChanged'; readonly media: Media }
  | { readonly kind: 'digit'; readonly digit: string }
  | { readonly kind: 'ended'; readonly end: CallEnd }
  /** Nothing more belongs to this call. */
  | { readonly kind: 'forget' };

/** How the call ended, as telephony knows it. What was said is another matter. */
export type CallEnd =
  | { readonly by: 'callee' | 'caller' | 'timer'; readonly wasAnswered: true }
  /** `silence`: the trunk answered nothing at all, so nobody knows whether the phone rang. */
  | { readonly by: 'caller' | 'no answer' | 'silence'; readonly wasAnswered: false }
  | { readonly by: 'refusal'; readonly wasAnswered: false; readonly status: number; readonly reason: string };

export interface CallStep {
  readonly call: CallState;
  readonly effects: readonly CallEffect[];
}

export function createCall(setup: CallSetup): CallState {
  const offer = { sequence: 1, sessionSeconds: 1800 };
  return {
    setup,
    phase: 'calling',
    invite: buildInvite(setup, offer),
    ...offer,
    authorizations: 0,
    canceledBy: 'caller',
    isCancelSent: false,
    dialog: undefined,
    rejectedTags: [],
    session: undefined,
    peer: firstPeerState,
    transactions: {},
  };
}

/** A step from a state: every change of a call is made of such moves. */
export type Move = (call: CallState) => CallStep;

export const stay: Move = (call) => ({ call, effects: [] });

export const emit =
  (effect: CallEffect): Move =>
  (call) => ({ call, effects: [effect] });

export const startTimer = (timer: CallTimer, afterMs: number): Move =>
  emit({ kind: 'startTimer', timer, afterMs });

export const stopTimer = (timer: CallTimer): Move => emit({ kind: 'stopTimer', timer });

export const restartSession: Move = (call) =>
  call.session ? startTimer('session', call.session.afterMs)(call) : stay(call);

export const sendInDialog =
  (method: string, dialog: Dialog | undefined): Move =>
  (call) => {
    if (!dialog) return stay(call);
    const sequence = call.sequence + 1;
    return send(buildInDialog(call.setup, dialog, method, sequence))({ ...call, sequence });
  };

/** Sends a request until it is answered. */
export const send =
  (request: SipRequest): Move =>
  (call) =>
    keepTransactions(startTransaction(call.transactions, request, getTransactionRules(call)))(call);

export const keepTransactions =
  ({ transactions, effects }: TransactionStep): Move =>
  (call) => ({ call: { ...call, transactions }, effects });

export const getTransactionRules = ({ setup: { timing, end } }: CallState): TransactionRules => ({
  timing,
  isReliable: end.isReliable,
});

/** Makes the moves in their order. */
export function combine(call: CallState, ...moves: readonly Move[]): CallStep {
  return moves.reduce<CallStep>(
    (step, move) => {
      const next = move(step.call);
      return { call: next.call, effects: [...step.effects, ...next.effects] };
    },
    { call, effects: [] },
  );
}
