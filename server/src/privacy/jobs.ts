import { z } from 'zod';
import { jobKind } from '../platform/jobs.ts';
import { purge } from './purge.ts';

export const purgeJob = jobKind({
  name: 'privacy.purge',
  payload: z.object({}),
  every: '53 * * * *',
  run: purge,
});
