import { formatTranscript, type Conversation } from './converse.ts';
import type { AttemptState, EndedAttempt } from './provider.ts';
import type { CallEnd } from './sip/public.ts';

/** How a call over the trunk ended: as telephony saw it, and as a conversation. */

/** What was done during a conversation. */
export interface ConversationEffects {
  readonly eventUuid?: string;
  readonly callAgainAt?: Date;
  readonly isLinkSent?: boolean;
}

/** A call that was not answered. Whether the phone rang decides whether it may be tried again. */
export function toRefusalState(end: Exclude<CallEnd, { wasAnswered: true }>): AttemptState {
  if (end.by === 'silence')
    return { state: 'ended', outcome: 'unknown', error: 'The SIP trunk didn’t respond.' };
  if (end.by === 'caller')
    return { state: 'ended', outcome: 'unknown', error: 'The server stopped during the call.' };
  if (end.by !== 'refusal') return { state: 'ended', outcome: 'not_answered' };
  const error = `The SIP trunk responded with ${end.status} ${end.reason}`.trimEnd();
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
    // Not the callee but the trunk: a wrong password, or an account that is blocked.
    case 401:
    case 407:
      return {
        state: 'not_placed',
        error: `${error}. Check the user name and password in SIP_URL.`,
        refused: 'server',
      };
    case 403:
      return {
        state: 'not_placed',
        error: `${error}. Check SIP_URL and the account of the SIP trunk.`,
        refused: 'call',
      };
    default:
      // 404 and 484, among others: there is no such number. From 500 on it is the line.
      return { state: 'not_placed', error, isFinal: end.status < 500 };
  }
}

export function toConversationState(
  { outcome, result: said, turns, error }: Conversation,
  { eventUuid, callAgainAt, isLinkSent }: ConversationEffects,
  by: AnsweredEnd['by'],
): EndedAttempt {
  // A callee who hangs up after a booking has booked.
  const result = eventUuid === undefined ? said : 'booked';
  // Our side ends a call by itself only after a goodbye, or when the server stops or the call takes too long.
  const isCut = result === 'hung_up' && by === 'caller';
  return {
    state: 'ended',
    outcome,
    transcript: formatTranscript(turns),
    turns,
    summary: isCut ? 'The call ended before the conversation was over.' : summaryOf(result, callAgainAt),
    result: isCut ? 'nothing_booked' : result,
    eventUuid,
    callAgainAt,
    isLinkSent,
    error: isCut ? 'The server ended the call: it stopped, or the call took too long.' : error,
  };
}

type AnsweredEnd = Extract<CallEnd, { wasAnswered: true }>;

function summaryOf(result: Conversation['result'], callAgainAt: Date | undefined): string {
  switch (result) {
    case 'booked':
      return 'A time was booked.';
    case 'opted_out':
      return 'The person doesn’t want more calls; the number was added to the do-not-call list.';
    case 'callback':
      return `The person asked to be called again at ${callAgainAt?.toISOString()}.`;
    case 'message_left':
      return 'A message was left on an answering machine.';
    case 'not_understood':
      return 'The agent didn’t understand the person, and nothing was booked.';
    case 'hung_up':
      return 'The person hung up before the end.';
    case 'nothing_booked':
      return 'Nothing was booked.';
  }
}
