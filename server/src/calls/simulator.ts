import type { AttemptState, CallOutcome, CallProvider, Dial, EndedAttempt } from './provider.ts';

/**
 * Calls nobody. The outcome follows from the last two digits of the number, so that every outcome can be tested without a
 * telephone. docs/guide/calls.md has the same table.
 */
export const simulator: CallProvider = {
  name: 'simulator',
  place: async (dial) => simulate(dial),
  lookUp: async (dial) => simulate(dial),
  hangUp: async () => {},
  readReport: () => undefined,
};

function simulate(dial: Dial): AttemptState {
  const ending = dial.to.slice(-2);
  if (ending === '06') return { state: 'not_placed', error: 'The simulator refused the call.' };
  return ended(dial, outcomes[ending]?.(dial.attempt) ?? 'answered');
}

const outcomes: Record<string, (attempt: number) => CallOutcome> = {
  '01': () => 'busy',
  '02': () => 'not_answered',
  '03': () => 'voicemail',
  '04': (attempt) => (attempt === 1 ? 'busy' : 'answered'),
  '05': (attempt) => (attempt === 1 ? 'not_answered' : 'answered'),
  '07': () => 'unknown',
};

function ended({ firstMessage, fullName }: Dial, outcome: CallOutcome): EndedAttempt {
  const greeting = firstMessage ?? `Hello, am I speaking with ${fullName}?`;
  const talks = outcome === 'answered' || outcome === 'voicemail';
  const reply = outcome === 'answered' ? '\nPerson (simulator): Yes, speaking.' : '';
  return {
    state: 'ended',
    outcome,
    durationSeconds: 0,
    summary: `Simulated: nobody was called. Outcome: ${outcome}.`,
    transcript: talks ? `Agent (simulator): ${greeting}${reply}` : null,
  };
}
