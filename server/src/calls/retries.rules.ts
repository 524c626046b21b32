import type { CallOutcome, Telephony } from './provider.ts';

/** What telephony knows, and what follows from it. What was said is another thing. */

/** Of an attempt whose provider says no more than its outcome; null: nobody was dialled. */
export function toTelephony(outcome: CallOutcome | null, isFinal = false): Telephony {
  switch (outcome) {
    case 'answered':
      return 'ended';
    case 'not_answered':
      return isFinal ? 'declined' : 'no_answer';
    case null:
      return 'failed';
    default:
      return outcome;
  }
}

const finalStates: Readonly<Record<CallOutcome, readonly Telephony[]>> = {
  answered: ['ended'],
  voicemail: ['voicemail'],
  not_answered: ['no_answer', 'declined', 'failed'],
  busy: ['busy'],
  unknown: ['unknown'],
};

/** What a provider says beside the outcome counts where the two agree: an attempt that was busy did not end in a conversation. */
export function resolveTelephony(
  outcome: CallOutcome | null,
  reported: Telephony | undefined,
  isFinal: boolean,
): Telephony {
  const agrees = reported !== undefined && outcome !== null && finalStates[outcome].includes(reported);
  return agrees ? reported : toTelephony(outcome, isFinal);
}

/** Minutes, by what came of the last attempt. */
export interface RetryDelays {
  readonly busy: number;
  readonly notAnswered: number;
  /** Null: a message is left, and that is all. */
  readonly voicemail: number | null;
  readonly failed: number;
}

export interface RetryRules {
  readonly maxAttempts: number;
  /** After any outcome, where there are no delays by outcome. */
  readonly delayMinutes: number;
  readonly delays: RetryDelays | null;
}

interface Outcome {
  readonly attempt: number;
  /** Null when nobody was dialled. */
  readonly outcome: CallOutcome | null;
  readonly telephony: Telephony;
  readonly error: string | null;
  /** How many attempts in a row, with this one, the line failed. */
  readonly failures: number;
  /** Another attempt would be in vain, or unwelcome. */
  readonly isFinal?: boolean;
  /** The callee asked for another call. */
  readonly isWanted?: boolean;
  /** The trunk refused the server: nobody was called, and it is no attempt. */
  readonly isLineRefused?: boolean;
}

export type Decision =
  | { readonly next: 'completed' }
  | { readonly next: 'retry'; readonly afterMinutes: number }
  | { readonly next: 'failed'; readonly error: string };

/** A line that fails is tried again twice. */
const maxFailures = 3;
/** So many calls beyond `maxAttempts` are made to who asks for them: they were promised. */
const maxWanted = 3;
/** Later than other calls, one of which shows whether it is the line or the number. */
const lineRefusedMinutes = 15;

/** What follows from an attempt. One with an unknown outcome is not retried: the phone may have rung. */
export function decideNext(ended: Outcome, rules: RetryRules): Decision {
  const { attempt, outcome, telephony, error, isWanted = false } = ended;
  const isFinal = ended.isFinal === true || telephony === 'declined';
  const mayRetry = attempt < rules.maxAttempts;
  if (ended.isLineRefused) return { next: 'retry', afterMinutes: lineRefusedMinutes };
  if (isWanted && attempt < rules.maxAttempts + maxWanted) return { next: 'retry', afterMinutes: 0 };
  const afterMinutes = mayRetry && !isFinal ? delayAfter(ended, rules) : undefined;
  if (outcome === 'answered') return { next: 'completed' };
  if (outcome === 'unknown') return { next: 'failed', error: error ?? 'The outcome of the call is unknown.' };
  if (afterMinutes !== undefined) return { next: 'retry', afterMinutes };
  if (outcome === 'voicemail') return { next: 'completed' };
  if (isFinal) return { next: 'failed', error: error ?? 'The call was rejected.' };
  const attempts = attempt === 1 ? '1 attempt' : `${attempt} attempts`;
  const reason = { not_answered: 'Not answered', busy: 'Busy' };
  return {
    next: 'failed',
    error: outcome === null ? (error ?? 'The call wasn’t placed.') : `${reason[outcome]} after ${attempts}.`,
  };
}

/** Undefined: not again. */
function delayAfter(
  { telephony, failures }: Outcome,
  { delays, delayMinutes }: RetryRules,
): number | undefined {
  if (delays === null) return telephony === 'voicemail' ? undefined : delayMinutes;
  switch (telephony) {
    case 'busy':
      return delays.busy;
    case 'no_answer':
      return delays.notAnswered;
    case 'voicemail':
      return delays.voicemail ?? undefined;
    case 'failed':
      return failures < maxFailures ? delays.failed : undefined;
    default:
      return undefined;
  }
}
