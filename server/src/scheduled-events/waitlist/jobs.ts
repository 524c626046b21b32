import { z } from 'zod';
import { defineJob } from '../../platform/jobs.ts';
import { deletePastEntries } from './store.ts';

export const purgeWaitlists = defineJob({
  name: 'waitlists.purge',
  payload: z.object({}),
  every: '17 * * * *',
  run: ({ database, clock }) => deletePastEntries(database, clock.now()),
});
