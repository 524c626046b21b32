import { describe, expect, test } from 'vitest';
import { usualRetryDelays } from '@daybook/contract/agents';
import type { CallOutcome, Telephony } from './provider.ts';
import { decideNext, resolveTelephony, toTelephony, type RetryRules } from './retries.rules.ts';

const alike: RetryRules = { maxAttempts: 3, delayMinutes: 10, delays: null };
const usual: RetryRules = { maxAttempts: 9, delayMinutes: 10, delays: usualRetryDelays };
const after = (outcome: CallOutcome | null, attempt: number, error: string | null = null, rules = alike) =>
  decideNext({ outcome, attempt, error, telephony: toTelephony(outcome), failures: 1 }, rules);

describe('what follows from an attempt', () => {
  test('answered and voicemail complete the call', () => {
    expect(after('answered', 1)).toEqual({ next: 'completed' });
    expect(after('voicemail', 1)).toEqual({ next: 'completed' });
    expect(after('voicemail', 1, null, usual)).toEqual({ next: 'completed' });
  });

  test.each([
    ['declined', 'not_answered', 'declined'],
    ['a number that does not exist', null, 'failed'],
  ] as const)('%s is not tried again, whatever is left', (_, outcome, telephony) => {
    const ended = { outcome, telephony, attempt: 1, error: 'No.', failures: 1, isFinal: true };
    for (const rules of [alike, usual])
      expect(decideNext(ended, rules)).toEqual({ next: 'failed', error: 'No.' });
  });

  test('a platform that only says declined is not asked again either', () => {
    const declined = { outcome: 'not_answered', telephony: 'declined', attempt: 1, failures: 0 } as const;
    for (const rules of [alike, usual])
      expect(decideNext({ ...declined, error: null }, rules)).toEqual({
        next: 'failed',
        error: 'The call was rejected.',
      });
  });

  test('a callee who asks for another call gets one, since it was promised, and not for ever', () => {
    const wanted = {
      outcome: 'answered',
      telephony: 'ended',
      error: null,
      failures: 0,
      isWanted: true,
    } as const;
    expect(decideNext({ ...wanted, attempt: 2 }, alike)).toEqual({ next: 'retry', afterMinutes: 0 });
    expect(decideNext({ ...wanted, attempt: 5 }, alike)).toEqual({ next: 'retry', afterMinutes: 0 });
    expect(decideNext({ ...wanted, attempt: 6 }, alike)).toEqual({ next: 'completed' });
  });

  test.each<[CallOutcome | null, Telephony | undefined, Telephony]>([
    ['answered', 'answered', 'ended'],
    ['answered', 'busy', 'ended'],
    ['busy', 'ringing', 'busy'],
    ['not_answered', 'declined', 'declined'],
    ['not_answered', undefined, 'no_answer'],
    ['voicemail', 'ended', 'voicemail'],
    [null, 'ended', 'failed'],
  ])('an attempt that ended with %s and %s is %s for telephony', (outcome, reported, telephony) => {
    expect(resolveTelephony(outcome, reported, false)).toBe(telephony);
  });

  test('busy, not answered and not placed are tried again, until the last attempt', () => {
    for (const outcome of ['busy', 'not_answered', null] as const) {
      expect(after(outcome, 2)).toEqual({ next: 'retry', afterMinutes: 10 });
      expect(after(outcome, 3).next).toBe('failed');
    }
    expect(after('busy', 3)).toEqual({ next: 'failed', error: 'Busy after 3 attempts.' });
    expect(after(null, 3, 'No line.')).toEqual({ next: 'failed', error: 'No line.' });
    expect(after('not_answered', 1, null, { ...alike, maxAttempts: 1 })).toEqual({
      next: 'failed',
      error: 'Not answered after 1 attempt.',
    });
  });

  test('unknown is never tried again: the phone may have rung', () => {
    expect(after('unknown', 1).next).toBe('failed');
    expect(after('unknown', 1, null, usual).next).toBe('failed');
  });

  test.each<[Telephony, CallOutcome | null, number]>([
    ['busy', 'busy', 15],
    ['no_answer', 'not_answered', 120],
    ['failed', null, 1],
    // The trunk gave up by itself, with 408.
    ['failed', 'not_answered', 1],
  ])(
    '%s (%s) is tried again after %i minutes, where the agent has delays by outcome',
    (telephony, outcome, minutes) => {
      const ended = { telephony, outcome, attempt: 1, error: null, failures: 1 };
      expect(decideNext(ended, usual)).toEqual({ next: 'retry', afterMinutes: minutes });
    },
  );

  test('a line that fails is tried again twice in a row', () => {
    const failed = { telephony: 'failed', outcome: null, attempt: 1, error: 'No line.' } as const;
    expect(decideNext({ ...failed, failures: 2 }, usual).next).toBe('retry');
    expect(decideNext({ ...failed, failures: 3 }, usual)).toEqual({ next: 'failed', error: 'No line.' });
  });

  test('an answering machine is called again where the agent says so, until the last attempt', () => {
    const daily = { ...usual, maxAttempts: 2, delays: { ...usualRetryDelays, voicemail: 1440 } };
    expect(after('voicemail', 1, null, daily)).toEqual({ next: 'retry', afterMinutes: 1440 });
    expect(after('voicemail', 2, null, daily)).toEqual({ next: 'completed' });
  });
});
