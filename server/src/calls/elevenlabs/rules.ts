import { buildEnd, type HostedEnd, type HostedState } from '../hosted/public.ts';

type Details = Omit<HostedEnd, 'state' | 'outcome' | 'error' | 'isFinal'>;

interface CallEnding {
  /** `call_result` of the telephone. */
  readonly result: string | null;
  readonly isVoicemail: boolean;
  /** Why the conversation failed; null when it did not. */
  readonly failure: string | null;
}

/** What came of a conversation that is over. */
export function toEndState({ result, isVoicemail, failure }: CallEnding, details: Details): HostedState {
  if (result === 'busy') return buildEnd('busy', details);
  if (result === 'no_answer') return buildEnd('not_answered', details);
  if (result === 'voicemail' || isVoicemail) return buildEnd('voicemail', details);
  if (failure === null) return buildEnd('answered', details);
  const error = `The conversation at ElevenLabs failed: ${failure}`;
  return buildEnd(result === 'answered' ? 'answered' : 'unknown', { ...details, error });
}

/** Of a call that did not come about, by `failure_reason`. */
export function toFailureState(reason: string): HostedState {
  if (reason === 'busy') return buildEnd('busy', {});
  if (reason === 'no-answer' || reason === 'no_answer') return buildEnd('not_answered', {});
  return buildEnd('unknown', { error: `ElevenLabs couldn’t place the call: ${reason}.` });
}
