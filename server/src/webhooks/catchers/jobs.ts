import { z } from 'zod';
import { defineJob } from '../../platform/jobs.ts';
import { deleteOldCatchers } from './store.ts';

export const purgeCatchers = defineJob({
  name: 'webhooks.purge-catchers',
  payload: z.object({}),
  every: '23 * * * *',
  run: ({ database }) => deleteOldCatchers(database),
});
