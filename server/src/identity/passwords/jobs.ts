import { z } from 'zod';
import { defineJob } from '../../platform/jobs.ts';
import { sendResetEmails, resetJobName } from './reset-password.ts';

export const requestResetJob = defineJob({
  name: resetJobName,
  payload: z.object({ email: z.string() }),
  run: (runtime, { email }) => sendResetEmails(runtime, email),
});
