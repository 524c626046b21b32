import { z } from 'zod';
import { jobKind } from '../platform/jobs.ts';
import { deleteOldChanges } from './store.ts';

export const purgeLiveChanges = jobKind({
  name: 'live.purge',
  payload: z.object({}),
  every: '*/5 * * * *',
  run: ({ database }) => deleteOldChanges(database),
});
