import { z } from 'zod';
import { defineJob, type AnyJob } from '../../platform/jobs.ts';
import { remindOwners } from './remind-owners.ts';

const remindOwnersJob = defineJob({
  name: 'tasks.remind',
  payload: z.object({}),
  every: '* * * * *',
  run: (runtime) => remindOwners(runtime),
});

export const taskJobs: readonly AnyJob[] = [remindOwnersJob];
