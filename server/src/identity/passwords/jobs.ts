import { z } from 'zod';
import { jobKind } from '../../platform/jobs.ts';
import { mailResets, resetJobName } from './reset-password.ts';

export const requestResetJob = jobKind({
  name: resetJobName,
  payload: z.object({ email: z.string() }),
  run: (runtime, { email }) => mailResets(runtime, email),
});
