import { buildEnd, type HostedEnd, type HostedState } from '../hosted/public.ts';

type Details = Omit<HostedEnd, 'state' | 'outcome' | 'error' | 'isFinal'>;

/** What came of a call that has ended, by `disconnection_reason`. */
export function toEndState(reason: string, isVoicemail: boolean, details: Details): HostedState {
  const error = `Retell ended the call: ${reason}.`;
  if (reason === 'dial_busy') return buildEnd('busy', details);
  if (reason === 'dial_no_answer') return buildEnd('not_answered', details);
  if (reason === 'user_declined' || reason === 'marked_as_spam')
    return buildEnd('not_answered', { ...details, error, isFinal: true });
  if (notDialled.has(reason)) return { state: 'not_placed', error };
  if (notDiallable.has(reason)) return { state: 'not_placed', error, isFinal: true };
  if (reason === 'voicemail_reached' || isVoicemail) return buildEnd('voicemail', details);
  if (conversations.has(reason)) return buildEnd('answered', details);
  // A fault of the platform. A callee who spoke had answered; otherwise nobody knows.
  const hasAnswered = /^user:/im.test(details.transcript ?? '');
  return buildEnd(hasAnswered ? 'answered' : 'unknown', { ...details, error });
}

/** Whether somebody was reached, so that an analysis of the call follows. */
export function isConversation(reason: string): boolean {
  return conversations.has(reason) || reason === 'voicemail_reached';
}

const conversations: ReadonlySet<string> = new Set([
  'user_hangup',
  'agent_hangup',
  'call_transfer',
  'transfer_bridged',
  'transfer_cancelled',
  'ivr_reached',
  'inactivity',
  'max_duration_reached',
  'manual_stopped',
  'call_take_over',
]);

/** Retell did not begin; it may another time. */
const notDialled: ReadonlySet<string> = new Set([
  'concurrency_limit_reached',
  'no_concurrency_fallback',
  'no_valid_payment',
  'telephony_provider_unavailable',
]);

const notDiallable: ReadonlySet<string> = new Set([
  'invalid_destination',
  'scam_detected',
  'telephony_provider_permission_denied',
]);
