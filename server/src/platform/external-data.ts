import type { Runtime } from './context.ts';

/**
 * What a transaction must know from outside, which it can't wait for: it ends without effect, the question is answered, and it
 * runs again from the start with the answer (`runInWorkspace`).
 */
export class NeedsExternalData extends Error {
  readonly answer: (runtime: Runtime) => Promise<ReadonlyMap<string, unknown>>;

  constructor(answer: NeedsExternalData['answer']) {
    super('A transaction needs an answer from outside.');
    this.answer = answer;
  }
}

/** Answers by their keys. */
export type ExternalData = ReadonlyMap<string, unknown>;

/** A transaction that asks more often than this would never end. */
export const maxExternalDataRounds = 5;
