import { transcriptOf, type Conversation } from './converse.ts';
import type { AttemptState, EndedAttempt } from './provider.ts';
import type { CallEnd } from './sip/public.ts';

/** How a call over the trunk ended: as telephony saw it, and as a conversation. */

/** What was done during a conversation. */
export interface Done {
  readonly eventUuid?: string;
  readonly callAgainAt?: Date;
  readonly isLinkSent?: boolean;
}

/** A call that was not answered. Whether the phone rang decides whether it may be tried again. */
export function stateOfRefusal(end: Exclude<CallEnd, { wasAnswered: true }>): AttemptState {
  if (end.by === 'silence') return { state: 'ended', outcome: 'unknown', error: 'The trunk did not answer.' };
  if (end.by === 'caller')
    return { state: 'ended', outcome: 'unknown', error: 'The server stopped during the call.' };
  if (end.by !== 'refusal') return { state: 'ended', outcome: 'not_answered' };
  const error = `The trunk answered ${end.status} ${end.reason}`.trimEnd();
  switch (end.status) {
    case 486:
    case 600:
      return { state: 'ended', outcome: 'busy' };
    case 603:
      return { state: 'ended', outcome: 'not_answered', error: 'The call was declined.', isFinal: true };
    case 480:
    case 487:
      return { state: 'ended', outcome: 'not_answered', error };
    // The trunk gave up by itself, and soon. The phone may have rung all the same.
    case 408:
      return { state: 'ended', outcome: 'not_answered', telephony: 'failed', error };
    default:
      // 404 and 484, among others: there is no such number. From 500 on it is the line.
      return { state: 'not_placed', error, isFinal: end.status < 500 };
  }
}

export function stateOfConversation(
  conversation: Conversation | string | undefined,
  { eventUuid, callAgainAt, isLinkSent }: Done,
): EndedAttempt {
  if (typeof conversation !== 'object')
    return { state: 'ended', outcome: 'answered', error: conversation, eventUuid };
  const { outcome, result, turns } = conversation;
  return {
    state: 'ended',
    outcome,
    transcript: transcriptOf(turns),
    turns,
    summary: summaryOf(conversation, callAgainAt),
    // Whoever hangs up after a booking has booked.
    result: eventUuid === undefined ? result : 'booked',
    eventUuid,
    callAgainAt,
    isLinkSent,
  };
}

function summaryOf({ result }: Conversation, callAgainAt: Date | undefined): string {
  switch (result) {
    case 'booked':
      return 'A time was booked.';
    case 'opted_out':
      return 'The person wants no more calls; the number is on the do-not-call list.';
    case 'callback':
      return `The person asked to be called again at ${callAgainAt?.toISOString()}.`;
    case 'message_left':
      return 'A message was left on an answering machine.';
    case 'not_understood':
      return 'The person was not understood, and nothing was booked.';
    case 'hung_up':
      return 'The person hung up before the end.';
    case 'nothing_booked':
      return 'Nothing was booked.';
  }
}
