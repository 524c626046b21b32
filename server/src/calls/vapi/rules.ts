import { buildEnd, type HostedEnd, type HostedState } from '../hosted/public.ts';

/** What came of a call that has ended, by the reason that Vapi gives (`CallEndedReason` of its SDK). */
export function toEndState(
  reason: string,
  details: Omit<HostedEnd, 'state' | 'outcome' | 'error' | 'isFinal'>,
): HostedState {
  const error = `Vapi ended the call: ${reason}.`;
  if (reason === 'customer-busy') return buildEnd('busy', details);
  if (reason === 'customer-did-not-answer') return buildEnd('not_answered', details);
  if (reason === 'voicemail') return buildEnd('voicemail', details);
  if (/^call[.-]start[.-](?:[\w-]+-)?error/.test(reason)) return { state: 'not_placed', error };
  if (reason === 'twilio-reported-customer-misdialed') return { state: 'not_placed', error, isFinal: true };
  if (conversations.some((known) => known.test(reason))) return buildEnd('answered', details);
  // A fault of the platform. A callee who spoke had answered; otherwise nobody knows.
  const hasAnswered = /^user:/im.test(details.transcript ?? '');
  return buildEnd(hasAnswered ? 'answered' : 'unknown', { ...details, error });
}

/** Somebody answered, and the call ended as calls do. */
const conversations = [
  /^customer-ended-call/,
  /^assistant-(?:ended-call|said-end-call-phrase|forwarded-call)/,
  /^(?:exceeded-max-duration|silence-timed-out)$/,
  /-completed(?:-call)?$/,
  /^call\.forwarding\./,
];
