import { z } from 'zod';
import { jobKind } from '../../platform/jobs.ts';
import { deleteOldCatchers } from './store.ts';

export const purgeCatchers = jobKind({
  name: 'webhooks.purge-catchers',
  payload: z.object({}),
  every: '23 * * * *',
  run: ({ database }) => deleteOldCatchers(database),
});
