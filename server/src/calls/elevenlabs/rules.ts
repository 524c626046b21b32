import { ended, type HostedEnd, type HostedState } from '../hosted/public.ts';

type Details = Omit<HostedEnd, 'state' | 'outcome' | 'error' | 'isFinal'>;

interface Ending {
  /** `call_result` of the telephone. */
  readonly result: string | null;
  readonly isVoicemail: boolean;
  /** Why the conversation failed; null when it did not. */
  readonly failure: string | null;
}

/** What came of a conversation that is over. */
export function stateOfEnd({ result, isVoicemail, failure }: Ending, details: Details): HostedState {
  if (result === 'busy') return ended('busy', details);
  if (result === 'no_answer') return ended('not_answered', details);
  if (result === 'voicemail' || isVoicemail) return ended('voicemail', details);
  if (failure === null) return ended('answered', details);
  const error = `The conversation at ElevenLabs failed: ${failure}`;
  return ended(result === 'answered' ? 'answered' : 'unknown', { ...details, error });
}

/** Of a call that did not come about, by `failure_reason`. */
export function stateOfFailure(reason: string): HostedState {
  if (reason === 'busy') return ended('busy', {});
  if (reason === 'no-answer' || reason === 'no_answer') return ended('not_answered', {});
  return ended('unknown', { error: `ElevenLabs couldn’t place the call: ${reason}.` });
}
