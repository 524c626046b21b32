import { z } from 'zod';
import { jobKind, type AnyJob } from '../../platform/jobs.ts';
import { remindOwners } from './remind-owners.ts';

const remindOwnersJob = jobKind({
  name: 'tasks.remind',
  payload: z.object({}),
  every: '* * * * *',
  run: (runtime) => remindOwners(runtime),
});

export const taskJobs: readonly AnyJob[] = [remindOwnersJob];
