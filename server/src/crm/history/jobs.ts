import { z } from 'zod';
import { jobKind, type AnyJob } from '../../platform/jobs.ts';
import { updateFeeds } from './number-changes.ts';

export const historyJobs: readonly AnyJob[] = [
  jobKind({ name: 'crm.update-feeds', payload: z.object({}), every: '* * * * *', run: updateFeeds }),
];
