import { kills } from './kills.ts';
import type { Proof } from './proof.ts';
import { schedules } from './schedules.ts';

export const proofs: Readonly<Record<string, Proof>> = {
  kills,
  schedules,
};
