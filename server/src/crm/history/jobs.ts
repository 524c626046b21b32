import { z } from 'zod';
import { defineJob, type AnyJob } from '../../platform/jobs.ts';
import { updateFeeds } from './number-changes.ts';

export const historyJobs: readonly AnyJob[] = [
  defineJob({ name: 'crm.update-feeds', payload: z.object({}), every: '* * * * *', run: updateFeeds }),
];
