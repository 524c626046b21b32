import { calls } from './calls.ts';
import { load } from './load.ts';
import type { Proof } from './proof.ts';
import { recording } from './recording.ts';
import { scenarios } from './scenarios.ts';
import { understanding } from './understanding.ts';

export const proofs: Readonly<Record<string, Proof>> = {
  calls,
  load,
  recording,
  scenarios,
  understanding,
};
