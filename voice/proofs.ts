import { calls } from './calls.ts';
import { kills } from './kills.ts';
import { load } from './load.ts';
import type { Proof } from './proof.ts';
import { recording } from './recording.ts';
import { scenarios } from './scenarios.ts';
import { schedules } from './schedules.ts';
import { understanding } from './understanding.ts';

export const proofs: Readonly<Record<string, Proof>> = {
  calls,
  kills,
  load,
  recording,
  scenarios,
  schedules,
  understanding,
};
