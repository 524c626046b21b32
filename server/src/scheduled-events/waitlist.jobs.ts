import { z } from 'zod';
import { jobKind } from '../platform/jobs.ts';
import { deletePastEntries } from './waitlist.store.ts';

export const purgeWaitlists = jobKind({
  name: 'waitlists.purge',
  payload: z.object({}),
  every: '17 * * * *',
  run: ({ database, clock }) => deletePastEntries(database, clock.now()),
});
