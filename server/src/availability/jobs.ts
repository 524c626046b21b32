import { z } from 'zod';
import { defineJob } from '../platform/jobs.ts';
import { deleteOldChanges } from './page-version.store.ts';

/** Longer than a server keeps what it loaded of a page, and than a transaction may take. */
const keptMinutes = 15;

export const purgeAvailabilityChanges = defineJob({
  name: 'availability.purge',
  payload: z.object({}),
  every: '*/5 * * * *',
  run: ({ database }) => deleteOldChanges(database, keptMinutes),
});
