import { z } from 'zod';
import { defineJob } from '../platform/jobs.ts';
import { purgeOldData } from './purge.ts';

export const purgeJob = defineJob({
  name: 'privacy.purge',
  payload: z.object({}),
  every: '53 * * * *',
  run: purgeOldData,
});
