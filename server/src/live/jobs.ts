import { z } from 'zod';
import { defineJob } from '../platform/jobs.ts';
import { deleteOldChanges } from './store.ts';

export const purgeLiveChanges = defineJob({
  name: 'live.purge',
  payload: z.object({}),
  every: '*/5 * * * *',
  run: ({ database }) => deleteOldChanges(database),
});
