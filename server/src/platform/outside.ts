import type { Runtime } from './context.ts';

/**
 * What a transaction must know from outside, which it can not wait for: it ends without effect, the question is answered, and it
 * runs again from the start with the answer (`inWorkspace`).
 */
export class Question extends Error {
  readonly answer: (runtime: Runtime) => Promise<ReadonlyMap<string, unknown>>;

  constructor(answer: Question['answer']) {
    super('A transaction needs an answer from outside.');
    this.answer = answer;
  }
}

/** Answers by their keys. */
export type Answers = ReadonlyMap<string, unknown>;

/** A transaction that asks more often than this would never end. */
export const mostQuestions = 5;
